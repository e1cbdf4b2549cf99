#!/bin/sh
# What a user does who has installed the package and nothing else: the first page of README.md, and the
# other ways in. Run on a bare Debian by `./dev package --check`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "smoke test: $*" >&2; exit 1; }
# says TEXT COMMAND...: the command succeeds, and its output has this text.
says() {
  wanted=$1
  shift
  "$@" >said 2>&1 || fail "'$*' failed: $(cat said)"
  grep -qF -- "$wanted" said || fail "'$*' did not say '$wanted': $(cat said)"
}

says "solvent $(dpkg-query -Wf '${Version}' solvent)" solvent --version
says "solvent-check $(dpkg-query -Wf '${Version}' solvent)" solvent-check --version
says "X to move wins, score +18." solvent solve connect4 4455
says "* s2       -1" solvent solve woodpush:6,2 --moves
says "O to move draws." solvent solve tictactoe a1
solvent solve connect4:6x5 --outcomes wld --threads 1 --proof c4.proof --quiet >/dev/null
says "The value for X is a draw." solvent-check c4.proof
status=0
solvent solve connect4 --time 1 --quiet >said || status=$?
[ $status = 3 ] && grep -q 'X to move: between' said || fail "a limit: $status, $(cat said)"
status=0
solvent solve conect4 2>said || status=$?
[ $status = 2 ] && grep -q 'did you mean connect4?' said || fail "a wrong name: $status, $(cat said)"
says "Usage: solvent solve" solvent help solve
printf '4455\n44\n' >positions
says '"' solvent batch connect4:5x4 positions --json
solvent solve connect4:5x4 --checkpoint run.checkpoint --nodes 1000 >/dev/null || [ $? = 3 ]
says "X to move" solvent solve connect4:5x4 --checkpoint run.checkpoint --resume
says "slices 0 to 3 are in awari-db" solvent table build awari --stones 3 --dir awari-db
says "at least" solvent show tree:/usr/share/solvent/trees/minimax.tree --numbers
says "Connect Four" solvent games

# The published proof is there: play follows it, and the checker reads it.
[ -s /usr/share/solvent/proofs/connect4-7x6.proof ] || fail "no published proof"

# The explorer answers, and with its page.
solvent serve --port 0 >serve.log 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  port=$(sed -n 's#.*http://[^:]*:\([0-9]*\).*#\1#p' serve.log | head -n 1)
  [ -z "$port" ] || break
  sleep 0.5
done
[ -n "$port" ] || fail "the server did not start: $(cat serve.log)"
bash -c "exec 3<>/dev/tcp/127.0.0.1/$port; printf 'GET / HTTP/1.0\r\nHost: localhost:$port\r\n\r\n' >&3; cat <&3" >page
kill -TERM $server
wait $server || true
grep -qi '<!doctype html' page || fail "the server has no page: $(head -c 300 page)"

# Manual and completion.
for page in solvent solvent-solve solvent-batch solvent-check; do
  [ -s /usr/share/man/man1/$page.1 ] || [ -s /usr/share/man/man1/$page.1.gz ] || fail "no manual page $page"
done
says "solve" bash -c '. /usr/share/bash-completion/completions/solvent; COMP_WORDS=(solvent sol); COMP_CWORD=1; _solvent; echo "${COMPREPLY[@]}"'
[ -s /usr/share/zsh/vendor-completions/_solvent ] || fail "no completion for zsh"

# Python, where there is one.
if command -v python3 >/dev/null; then
  says "18 ['3', '1', '2']" python3 -c \
    'import solvent; a = solvent.solve(solvent.game("connect4").parse("4455")); print(a.value, a.line)'
fi

# The library, where there is a compiler and what its headers need.
if command -v g++ >/dev/null && command -v cmake >/dev/null && [ -n "${CONSUMER:-}" ]; then
  cmake -S "$CONSUMER" -B consumer -DCMAKE_BUILD_TYPE=Release >said 2>&1 || fail "cmake: $(cat said)"
  cmake --build consumer >said 2>&1 || fail "the library cannot be used: $(cat said)"
  consumer/consumer >/dev/null || fail "a program with the library failed"
fi
echo "the package does what README.md says"
