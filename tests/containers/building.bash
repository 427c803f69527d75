# How the image is built on a base made here; read by `.` in place of shared.bash.
# Settings of this machine come from its environment: PIP_CERT (a CA bundle), PIP_INDEX_URL (a mirror of PyPI).
# shellcheck shell=bash
# shellcheck source=tests/containers/shared.bash
. "$(dirname "${BASH_SOURCE[0]}")/shared.bash"
image=localhost/oddsmith-test base=localhost/oddsmith-base:bookworm

debian podman buildah runc netavark aardvark-dns catatonit mmdebstrap iptables uidmap python3-venv

mirrors() { # where this machine takes Debian's packages from, as lines of a sources.list
  # shellcheck disable=SC2016
  apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)|$(ORIGIN)' 'Created-By: Packages' \
    | sed -n 's/|Debian$//p' | sort -u
}

bootstrap() { # VARIANT SUITE TARGET [OPTIONS OF mmdebstrap]: a small Debian, of the sources on standard input
  timeout -k 5 400 mmdebstrap --quiet --variant="$1" --include=ca-certificates "${@:4}" \
    --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' "$2" "$3" -
}

make_base() {
  podman image exists "$base" && return
  if [ ! -e "$cache/bookworm.tar" ]; then
    say "making a Debian to build on"
    bootstrap minbase bookworm "$cache/bookworm.new.tar" <<<"$(mirrors | grep -E ' bookworm(-updates|-security)? main$')"
    mv "$cache/bookworm.new.tar" "$cache/bookworm.tar"
  fi
  timeout -k 5 120 podman import --quiet --change 'CMD ["bash"]' "$cache/bookworm.tar" "$base" >/dev/null
}

build() { # the image; what has not changed since the last time is taken from then
  make_base
  say "building the image"
  # pip's cache of a Debian 12 holds wheels that fit the image; another system's must not get in
  local settings=() wheels=$cache/pip log=$cache/build.log
  # shellcheck source=/dev/null
  if (. /etc/os-release && [ "$ID$VERSION_ID" = debian12 ]); then wheels=$(python3 -m pip cache dir 2>/dev/null || echo "$wheels"); fi
  mkdir -p "$wheels"
  settings+=(--volume "$wheels:/root/.cache/pip")
  [ -z "${PIP_CERT:-}" ] || settings+=(--volume "$PIP_CERT:/run/ca.crt:ro" --build-arg PIP_CERT=/run/ca.crt)
  [ -z "${PIP_INDEX_URL:-}" ] || settings+=(--build-arg "PIP_INDEX_URL=$PIP_INDEX_URL")
  timeout -k 5 800 podman build --layers --pull=never --isolation chroot --network host --build-arg "BASE=$base" \
    --build-arg "VERSION=$(sed -n 's/^VERSION = "\(.*\)"/\1/p' core/oddsmith/version.py)" \
    "${settings[@]}" -t "$image" -f containers/Containerfile . >"$log" 2>&1 \
    || { tail -40 "$log" >&2; fail "the image cannot be built"; }
  grep '^warm: ' "$log" || true
  say "$(podman image inspect --format '{{.Size}}' "$image") bytes"
}

forget() { [ -n "${ODDSMITH_KEEP_IMAGE:-}" ] || timeout -k 5 60 podman rmi -f "$image" >/dev/null 2>&1 || true; }
