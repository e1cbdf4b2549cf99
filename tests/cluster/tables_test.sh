#!/usr/bin/env bash
# Databases built by real ranks of MPI: the bytes of one machine, kills, a request to stop, damage.
#
#     tables_test.sh SOLVENT SOLVENT_MPI STONES KILLS MPIRUN...
#
# The exit status is 0 if all is as it should be.
set -u
[[ $# -gt 4 ]] || { echo "tables_test.sh: see its head" >&2; exit 2; }
solvent=$1 solvent_mpi=$2 stones=$3 kills=$4
shift 4
mpirun=("$@")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "tables_test.sh: $*" >&2; exit 1; }
# ranks N ARGUMENTS...: solvent-mpi on so many.
ranks() { "${mpirun[@]}" -n "$1" "$solvent_mpi" "${@:2}"; }
same() { diff -r "$1" "$2" >/dev/null || fail "$2 differs from $1"; }

for game in awari kalah:6,4; do
  rm -rf one && "$solvent" table build $game --stones "$stones" --dir one --quiet || fail "$game: one process"
  for n in 1 2 4; do
    rm -rf many && ranks $n table build $game --stones "$stones" --dir many --quiet || fail "$game: $n ranks"
    same one many
  done
done
"$solvent" table build woodpush:9,3 --dir wood-one --quiet || fail "woodpush: one process"
ranks 3 table build woodpush:9,3 --dir wood-many --quiet || fail "woodpush: 3 ranks"
same wood-one wood-many

# All ranks are killed at any moment of a run: what is there is whole, and another number of ranks goes on.
rm -rf one && "$solvent" table build awari --stones "$stones" --dir one --quiet || fail "one process"
now() { date +%s%3N; }  # milliseconds
rm -rf many
begun=$(now)
ranks 2 table build awari --stones "$stones" --dir many --quiet || fail "2 ranks"
takes=$(($(now) - begun))
rm -rf many
killed=0 finished=0
while ((killed < kills)); do
  ((finished < 20 * kills)) || fail "$killed kills only in $finished runs of about $takes ms"
  before=$SECONDS moment=$((1 + (RANDOM * 32768 + RANDOM) % takes))
  { timeout --signal=KILL "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))" \
    "${mpirun[@]}" -n $((2 + killed % 3)) "$solvent_mpi" table build awari --stones "$stones" --dir many --quiet; } 2>/dev/null
  if (($? == 137)); then
    killed=$((killed + 1))
  else
    finished=$((finished + 1))
    same one many
    rm -rf many
  fi
  ((SECONDS - before < 300)) || fail "a run hangs"
  for file in many/*.slice; do
    [[ -e $file ]] && { cmp -s "$file" "one/${file##*/}" || fail "$file was left in parts"; }
  done
done
ranks 3 table build awari --stones "$stones" --dir many --quiet || fail "the last run"
same one many
echo "$killed kills, $((finished + 1)) ends"

# Asked to stop, by the signal that mpirun passes on: in order, with one line.
"${mpirun[@]}" -n 2 "$solvent_mpi" table build awari --stones 22 --dir stopped --quiet 2>stopped.err &
pid=$!
for ((k = 0; k < 600; ++k)); do
  [[ -e stopped/awari-08.slice ]] && break
  sleep 0.1
done
kill -USR1 $pid
wait $pid
status=$?
[[ $status == 130 ]] || fail "stopped with exit status $status"
grep -q "goes on after the last finished slice" stopped.err || fail "stopped: $(cat stopped.err)"
[[ $(ls stopped | grep -vc '\.slice$') == 0 ]] || fail "stopped: it leaves $(ls stopped)"

# What is wrong is one line, whichever rank finds it.
one_line() {  # STATUS WORDS ARGUMENTS...
  ranks 3 "${@:3}" 2>said >/dev/null
  local status=$?
  [[ $status == "$1" && $(grep -c . said) == 1 ]] || fail "$*: exit status $status, $(cat said)"
  grep -q -- "$2" said || fail "$*: it says $(cat said)"
}
rm -rf bad && mkdir bad && cp one/awari-0?.slice bad/ && printf '\4' |
  dd of=bad/awari-09.slice bs=1 seek=$(($(stat -c %s bad/awari-09.slice) - 20)) conv=notrunc 2>/dev/null
one_line 2 "rank 1: 'bad/awari-09.slice' is damaged: block 11 of 11" table build awari --stones 10 --dir bad
one_line 2 "is no file\|is a folder\|is no folder\|cannot be made" table build awari --stones 5 --dir said/db
one_line 2 "on each of 3 ranks, but there is 1M" table build awari --stones 5 --dir bad2 --memory 1M
one_line 2 "each rank builds with one thread" table build awari --stones 5 --dir bad2 --threads 2
one_line 2 "there are no endgame databases for connect4" table build connect4 --dir bad2
