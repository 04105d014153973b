# A UCI engine that knows one move, the mate b1b8, and misbehaves as its first argument says. Every line it hears, and
# each start with its process id, is written to the file its second argument names.
mode=$1
log=$2
ulimit -c 0

say() { printf '%s\n' "$*"; }
silence() { while :; do sleep 1000; done; }

think() {
  case $mode in
    crash-on-go) echo 'out of cards' >&2; kill -SEGV $$; silence ;;
    closes-output) exec >&-; silence ;;
    silent) silence ;;
    trickle) while :; do say 'info depth 1 score cp 3'; sleep 0.05; done ;;
    illegal) say 'info depth 3 score cp 12'; say 'bestmove b1c8' ;;
    no-move) say 'bestmove (none)' ;;
    nonsense) say 'bestmove xyzzy' ;;
    empty-answer) say 'bestmove' ;;
    late) sleep 1; say 'bestmove b1b8' ;;
    flood) yes 'info string the quick brown fox jumps over the lazy dog and the lazy dog does not mind' ;;
    endless-line) yes | tr -d '\n' ;;
    waits-for-stop) ;;
    garbage)
      printf '\377\376\000\001\n'
      say 'info depth banana score cp'
      say 'bestmoves a1a1'
      say 'Segmentation fault (not really)'
      echo 'nothing to see here' >&2
      answer
      say 'info depth 99 score cp 1'
      say 'bestmove a1a1'
      ;;
    long-line) head -c 3000000 /dev/zero | tr '\000' x; echo; answer ;;
    leaves) answer; exit 0 ;;
    child) sleep 1000 & echo "child $!" >> "$log"; silence ;;
    *) answer ;;
  esac
}

answer() {
  say 'info depth 1 score cp 900 nodes 30'
  say 'info depth 2 multipv 2 score cp 5 nodes 35'
  say 'info depth 2 score mate 1 nodes 40 pv b1b8'
  say 'bestmove b1b8 ponder h8h7'
}

echo "start $$" >> "$log"
case $mode in
  crash-at-start) say 'loading'; echo 'no network file' >&2; exit 3 ;;
  mute) silence ;;
  slow) sleep 1 ;;
esac
while read -r word rest; do
  echo "$word $rest" >> "$log"
  case $word in
    uci)
      say 'id name Scripted 1.0'
      say 'id author nobody'
      say 'option name Hash type spin default 16 min 1 max 64'
      say 'option name Skill Level type spin default 20 min 0 max 20'
      say 'option name Style type combo default Solid var Solid var Risky'
      say 'option name Clear Hash type button'
      if [ "$mode" = variants ]; then
        say 'option name UCI_Variant type combo default chess var chess var house'
        say 'option name stalemate type combo default draw var draw var win'
      fi
      say 'uciok'
      ;;
    isready) [ "$mode" = never-ready ] || say readyok ;;
    go) think ;;
    stop) [ "$mode" = waits-for-stop ] && answer ;;
    quit) [ "$mode" = stubborn ] || exit 0 ;;
  esac
done
[ "$mode" = stubborn ] && silence
exit 0
