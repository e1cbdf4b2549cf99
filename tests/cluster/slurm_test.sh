#!/usr/bin/env bash
# The sbatch script of docs/cluster.md, as it is printed there, on a Slurm of one node that lives in a temporary folder,
# listens on loopback only and is gone afterwards. ./dev test --slow installs what it needs (slurm-wlm, munge).
#
#     slurm_test.sh SOLVENT SOLVENT_MPI DOCUMENT
#
# A job is told to stop, as Slurm does when its time is nearly over, is queued again and ends with the bytes of one
# machine. The exit status is 0 if all is as it should be.
set -u
[[ $# == 3 ]] || { echo "slurm_test.sh: write SOLVENT SOLVENT_MPI DOCUMENT" >&2; exit 2; }
solvent=$1 solvent_mpi=$2 document=$3
stones=16
PATH=$PATH:/usr/sbin:/sbin
work=$(mktemp -d)
daemons=()
fail() {
  echo "slurm_test.sh: $*" >&2
  tail -n 20 "$work"/*.log "$work"/job*.out >&2 2>/dev/null
  exit 1
}
# Ends what was started here, the last one first, and nothing else.
end_all() {
  local k
  for ((k = ${#daemons[@]} - 1; k >= 0; --k)); do
    kill "${daemons[k]}" 2>/dev/null
    wait "${daemons[k]}" 2>/dev/null
  done
  rm -rf "$work"
}
trap end_all EXIT
# within SECONDS WHAT COMMAND...: waits until it succeeds.
within() {
  local k
  for ((k = 0; k < $1 * 10; ++k)); do
    "${@:3}" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "$2: not within $1 s"
}
free_port() {  # that nobody listens on now
  local port
  while true; do
    port=$((20000 + RANDOM % 10000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo $port; return; }
  done
}

for program in munged slurmctld slurmd sbatch srun scancel scontrol; do
  command -v $program >/dev/null || fail "there is no $program: ./dev test --slow installs it"
done
chmod 755 "$work"
mkdir "$work/state" "$work/spool" "$work/db" "$work/one"
(umask 077 && head -c 1024 /dev/urandom >"$work/munge.key")
munged -F -f --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" --num-threads=1 2>"$work/munged-said.log" &
daemons+=($!)
within 20 "munged" test -S "$work/munge.socket"

host=$(hostname -s)
cat >"$work/slurm.conf" <<END
ClusterName=solvent
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1024 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$work/slurm.conf
slurmctld -D >"$work/slurmctld-said.log" 2>&1 &
daemons+=($!)
within 20 "slurmctld" scontrol ping
slurmd -D >"$work/slurmd-said.log" 2>&1 &
daemons+=($!)
node_is_idle() { [[ $(sinfo --noheader --format=%t) == idle ]]; }
within 30 "slurmd" node_is_idle
if command -v ss >/dev/null && ss -Hltnp | grep -E "pid=(${daemons[1]}|${daemons[2]})," | grep -qv '127\.0\.0\.1:'; then
  fail "somebody listens elsewhere than on loopback: $(ss -Hltnp)"
fi

# The script as it is printed, with a folder, a number of stones and two ranks of this machine.
sed -n '/^#!\/bin\/bash$/,/^```$/p' "$document" | sed '/^```$/d' >"$work/job.sh"
grep -q '^#SBATCH' "$work/job.sh" || fail "$document has no sbatch script"
ln -s "$solvent_mpi" "$work/solvent-mpi"
export PATH=$work:$PATH STONES=$stones DIR=$work/db OMPI_MCA_btl=self,vader
export SBATCH_OUTPUT=$work/job.out
cd "$work" || exit 1
job=$(sbatch --parsable --ntasks=2 --mem-per-cpu=0 --output="$work/job.out" --export=ALL job.sh) || fail "sbatch"

# Once a few slices are there, every rank gets the signal that comes before the end of its time.
within 120 "the first slices" test -e "$work/db/awari-08.slice"
scancel --signal=TERM "$job" || fail "scancel"
has_said() { grep -q "$1" "$work/job.out"; }
within 60 "an end in order" has_said "goes on after the last finished slice"
[[ ! -e $work/db/awari-$stones.slice ]] || fail "it was too late to stop it"
[[ $(ls "$work/db" | grep -vc '\.slice$') == 0 ]] || fail "it leaves $(ls "$work/db")"
is_queued_again() { scontrol show job "$job" | grep -q 'Restarts=1'; }
within 60 "queued again" is_queued_again
begins_again() {  # at once, not after the two minutes that Slurm would wait
  scontrol update "JobId=$job" StartTime=now
  ! scontrol show job "$job" | grep -q 'JobState=PENDING'
}
within 60 "begun again" begins_again
within 600 "the end" has_said "slices 0 to $stones are in"
"$solvent" table build awari --stones $stones --dir "$work/one" --quiet || fail "one process"
diff -r "$work/one" "$work/db" >&2 || fail "the files are not those of one machine"
is_complete() { scontrol show job "$job" | grep -q 'JobState=COMPLETED'; }
within 60 "the job's end" is_complete
echo "stopped, queued again, and the bytes of one machine: $(ls "$work/db" | wc -l) slices"
