# A Slurm of two nodes on this machine, with network namespaces as hosts; read by `.` after shared.bash. `cluster` starts it, and it ends with the script.
# shellcheck shell=bash disable=SC2154

debian slurm-wlm munge libpmix2 libpmix-dev iproute2 openmpi-bin # libpmix-dev: Slurm's plugin opens libpmix.so, which only that has
name=odd$$ # of namespaces and devices: at most 15 letters with their endings
net=10.77.$((1 + $$ % 250))
base=$(mktemp -d /tmp/oddsmith-slurm.XXXXXX)
started=()

fail() {
  echo "FAILED: $*" >&2
  for log in "$base"/log/*.log "$base"/work/*.log; do
    [ -s "$log" ] && { echo "--- $log" >&2; tail -n 25 "$log" >&2; }
  done
  exit 1
}

clean() {
  code=$?
  trap - EXIT
  cleaned
  [ -z "${SLURM_CONF:-}" ] || timeout -k 2 5 scancel --user root >/dev/null 2>&1 || true
  for node in n1 n2; do
    for pid in $(ip netns pids "$name$node" 2>/dev/null); do kill "$pid" 2>/dev/null || true; done
  done
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  sleep 1
  for node in n1 n2; do
    for pid in $(ip netns pids "$name$node" 2>/dev/null); do kill -9 "$pid" 2>/dev/null || true; done
    ip netns del "$name$node" 2>/dev/null || true
  done
  for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
  ip link del "${name}b" 2>/dev/null || true
  [ -n "${ODDSMITH_KEEP:-}" ] || rm -rf "$base"
  exit "$code"
}
cleaned() { :; } # what else there is to be tidied up, by whoever reads this
trap clean EXIT
trap 'exit 130' INT TERM

hosts() { # two namespaces on a bridge
  ip link add "${name}b" type bridge
  ip addr add "$net.1/24" dev "${name}b"
  ip link set "${name}b" up
  for node in n1 n2; do
    ip netns add "$name$node"
    ip link add "$name$node" type veth peer name eth0 netns "$name$node"
    ip link set "$name$node" master "${name}b" up
    ip -n "$name$node" addr add "$net.1${node#n}/24" dev eth0
    ip -n "$name$node" link set eth0 up
    ip -n "$name$node" link set lo up
  done
}

cluster() { # a munged, a slurmctld and two slurmds of our own
  hosts
  mkdir -p "$base"/{run,log,state,spool.n1,spool.n2,work}
  chmod 755 "$base" "$base/run"
  dd if=/dev/urandom of="$base/munge.key" bs=128 count=1 status=none
  chmod 400 "$base/munge.key"
  munged --foreground --force --key-file="$base/munge.key" --socket="$base/run/munge.sock" --pid-file="$base/run/munged.pid" \
    --log-file="$base/log/munged.log" --seed-file="$base/run/seed" >"$base/log/munged.out" 2>&1 &
  started+=($!)
  cat >"$base/slurm.conf" <<CONF
ClusterName=lab
SlurmctldHost=$(hostname -s)($net.1)
SlurmctldPort=$((17000 + $$ % 1000))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/run/munge.sock,cred_expire=5
CredType=cred/munge
MpiDefault=pmix
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool.%n
SlurmctldPidFile=$base/run/slurmctld.pid
SlurmdPidFile=$base/run/slurmd.%n.pid
SlurmctldLogFile=$base/log/slurmctld.log
SlurmdLogFile=$base/log/slurmd.%n.log
SwitchType=switch/none
SlurmdTimeout=30
KillWait=5
NodeName=n1 NodeAddr=$net.11 Port=$((18000 + $$ % 1000)) CPUs=2 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeAddr=$net.12 Port=$((18000 + $$ % 1000)) CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$base/slurm.conf
  for _ in $(seq 50); do [ -S "$base/run/munge.sock" ] && break; sleep 0.1; done
  slurmctld -D >"$base/log/slurmctld.out" 2>&1 &
  started+=($!)
  # shellcheck disable=SC2016
  for node in n1 n2; do # /tmp of its own, where PMIx keeps sockets; of the common one only what all nodes share
    nsenter --net="/run/netns/$name$node" unshare --mount --uts sh -c '
      node=$1; shift
      hostname "$node"; mount --bind /tmp /mnt; mount -t tmpfs -o mode=1777 tmpfs /tmp
      for folder; do case $folder in /tmp/*) mkdir -p "$folder"; mount --bind "/mnt/${folder#/tmp/}" "$folder" ;; esac; done
      exec slurmd -D -N "$node"' sh "$node" "$base" "$root" "$cache" "${ODDSMITH_VENV:-$root}" >"$base/log/slurmd.$node.out" 2>&1 &
    started+=($!)
  done
  for _ in $(seq 60); do
    [ "$(timeout -k 2 5 sinfo -h -N -t idle 2>/dev/null | wc -l)" -eq 2 ] && return
    sleep 0.5
  done
  fail "the nodes did not come up"
}

ended() { # wait for a job: ended ID SECONDS
  for _ in $(seq "$2"); do
    [ -z "$(timeout -k 2 10 squeue -h -j "$1" 2>/dev/null)" ] && return
    sleep 1
  done
  timeout -k 2 5 squeue -l >&2 || true
  fail "job $1 did not end within $2 s"
}

submit() { timeout -k 2 20 sbatch --parsable --export=ALL --mem=0 --cpus-per-task=1 "$@"; }

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=$net.0/24
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_pml=ob1 OMPI_MCA_mtl=^ofi OMPI_MCA_btl_base_warn_component_unused=0
