# What the parts of tests/containers have in common; read by `.`, after `set -euo pipefail`.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${ODDSMITH_CONTAINER_CACHE:-/var/tmp/oddsmith-containers}
# shellcheck disable=SC2034
borrowed=$cache/apptainer # the root of a Debian that has Apptainer, where one was borrowed
mkdir -p "$cache"
export CONTAINERS_CONF=${CONTAINERS_CONF:-$root/tests/containers/containers.conf}

say() { echo "-- $* ($SECONDS s)"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

debian() { # PACKAGES...: install those that are missing
  local package wanted=()
  for package; do
    dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || wanted+=("$package")
  done
  [ ${#wanted[@]} -gt 0 ] || return 0
  say "installing ${wanted[*]}"
  # apt waits for the lock of packages, but not for that of lists
  for _ in $(seq 60); do apt-get update -qq && break; sleep 5; done
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
}

tools() { # PACKAGES...: programs of PyPI, in an environment that stays
  [ -x "$cache/tools/bin/python" ] || python3 -m venv "$cache/tools"
  "$cache/tools/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
  export PATH=$cache/tools/bin:$PATH
}

same_answers() { # ONE.json OTHER.json: intervals that meet, and values as close as the precision of a run (1e-9) says
  python3 "$root/tests/containers/same_answers.py" "$@"
}
