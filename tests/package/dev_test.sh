#!/usr/bin/env bash
# ./dev on a project of its own, whose tools are stand-ins that write down how they were called: nothing is
# installed, configured or built. Usage: dev_test.sh FOLDER-OF-DEV
set -uo pipefail

project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
tools=$project/tools
mkdir "$tools"
cp "$1/dev" "$project"
touch "$project/CMakePresets.json"

tool() { printf '#!/bin/bash\n%s\n' "$2" >"$tools/$1" && chmod +x "$tools/$1"; }
called="echo \"\${0##*/} \$*\" >>$project/calls"
# shellcheck disable=SC2016  # the stand-ins expand these
tool dpkg-query 'shift; printf "installed %s\n" "$@"'
tool cmake "$called; mkdir -p $project/build/release && touch $project/build/release/build.ninja"
tool ninja "
  if [[ \" \$* \" == *' -n '* ]]; then
    [[ ! -f $project/made ]] || echo 'ninja: no work to do.'
    exit
  fi
  $called
  [[ ! -f $project/slow ]] || for k in 1 2 3 4 5; do sleep 1; echo \"\${NINJA_STATUS//%f/\$k}\" | sed s/%t/20/; done
  [[ ! -f $project/broken ]] || { echo 'error: a slip of the pen'; exit 1; }
  mkdir -p $project/build/release/bin && cp $tools/program $project/build/release/bin/solvent
  touch $project/made"
# shellcheck disable=SC2016
tool program 'printf "[%s]" "$@"; exit 7'
tool apt-get 'echo "E: the network is down" >&2; exit 100'
tool sudo 'exit 1'

# dev ARGUMENTS: sets `status`, `out` and `err`, with `calls` of the stand-ins.
dev() {
  : >"$project/calls"
  PATH=$tools:$PATH "${as[@]}" "$project/dev" "$@" >"$project/out" 2>"$project/err" </dev/null
  status=$?
  out=$(<"$project/out") err=$(<"$project/err") calls=$(<"$project/calls")
}
as=(env)
failures=0
# expect WHAT FOUND WANTED: a text or a pattern.
expect() {
  # shellcheck disable=SC2053
  [[ $2 == "$3" || $2 == $3 ]] && return
  printf 'FAILED: %s\n  wanted: %s\n  got:    %s\n' "$1" "$3" "${2:0:500}"
  failures=$((failures + 1))
}

# --- help and what is not understood ----------------------------------------------------------------

for argument in help -h --help; do
  dev $argument
  expect "$argument exits with 0" "$status" 0
  expect "$argument says how" "$out" 'Usage: ./dev VERB*'
done
with_help=$out
dev
expect "no verb at all is help" "$status $out" "0 $with_help"
# shellcheck disable=SC2016
verbs=$(sed -n '/^case \$verb in/,/^esac/s/^  \([a-z |-]*\)).*/\1/p' "$1/dev" | tr -d '|')
for verb in $verbs; do
  [[ $verb == -* ]] || expect "help tells of $verb" "$with_help" $'*\n'"  $verb *"
done

dev brun
expect "an unknown verb is bad input" "$status" 2
expect "an unknown verb is answered with those there are" "$err" "dev: no verb 'brun': choose build, run*"
expect "it is answered in one line" "${err/$'\n'/}" "$err"
for bad in 'build nonsense' 'fmt --nonsense' 'fuzz soon'; do
  # shellcheck disable=SC2086
  dev $bad
  expect "'$bad' is bad input" "$status" 2
  expect "'$bad' is said in one line" "$err" "dev: *${bad#* }*"
done

# --- running ----------------------------------------------------------------------------------------

dev run solve 'two words' ''
expect "the first run configures, then builds" "$calls" $'cmake *--preset release*\nninja *'
expect "and says so in one line" "$err" "dev: building..."
expect "arguments arrive as they were given" "$out" "[solve][two words][]"
expect "the program's exit status is that of ./dev" "$status" 7

dev run games
expect "the second run starts the program at once" "$calls$err" ""
expect "and it runs" "$out $status" "[games] 7"

dev run-mpi -n many ranks
expect "a wrong number of ranks is said in one line" "$status $err" "2 dev: run-mpi -n takes a number of ranks, not 'many'"
tool mpicxx 'exit 0'
tool mpirun "$called; [[ \$* != --version ]] || echo 'mpirun (Open MPI) 4'"
dev run-mpi -n 3 ranks
expect "with an MPI that is new it configures again" "$calls" $'cmake *--preset release*'
expect "if that does not help it says what is missing" "$err" 'dev: there is no solvent-mpi: *'
cp "$tools/program" "$project/build/release/bin/solvent-mpi"
echo solvent-mpi >"$project/build/release/build.ninja"
dev run-mpi -n 3 solve 'two words'
expect "with the program it starts as many ranks" "$status $calls" $'0 *\nmpirun * -n 3 *solvent-mpi solve two words'
dev run-mpi ranks
expect "two ranks, if nothing is said" "$calls" $'*\nmpirun * -n 2 *solvent-mpi ranks'

touch -d 'next year' "$project/CMakePresets.json" && rm "$project/made"
dev run games
expect "after a change of the presets it configures again" "$calls" $'cmake *\nninja *'
touch -d 'last year' "$project/CMakePresets.json"

touch "$project/slow" && rm "$project/made"
dev run games
expect "a build that takes long says how far it is, and how long it will take" "$err" \
  $'dev: building...\ndev: building, [1-5] of 20, about [1-9]* left*'
rm "$project/slow"

touch "$project/broken" && rm "$project/made"
dev run games
expect "a build that fails shows the compiler's words" "$err" "*a slip of the pen*"
expect "and runs nothing" "$status$out" 1
rm "$project/broken"

# --- packages that are missing ----------------------------------------------------------------------

tool dpkg-query 'exit 1'
if [[ $EUID -eq 0 ]]; then
  dev run games
  expect "what cannot be installed is said, with the reason" "$err" \
    '*dev: cannot install *cmake*E: the network is down*'
  expect "and it fails" "$status" 1
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups env)
  chmod -R a+rwX "$project"
fi
dev run games
expect "without root it says what to install" "$err" 'apt-get install * cmake *'
expect "and does nothing else" "$status$calls$out" 1

dev clean
[[ ! -e $project/build ]]
expect "clean removes build/" "$?" 0

[[ $failures -eq 0 ]] && echo "all as expected"
exit "$((failures > 0))"
