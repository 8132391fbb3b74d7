#!/bin/sh
# Trains the narrator on another machine, one with a GPU and PyTorch, some minutes at a time.
#
#   train_gpu.sh pack FILE [OPTIONS]             here: FILE, a .tar.xz below 60 MB, is all that the other machine needs: scripts,
#                                                corpus, tokenizer (--vocab 6000), and with --start MODEL the weights to go on from
#   train_gpu.sh train FILE WORK OUT [OPTIONS]   there: trains for as long as `train.py`'s OPTIONS say, or goes on from
#                                                WORK's state; OUT gets the weights in pieces of 15 MB
#   train_gpu.sh unpack OUT MODEL                here: a float model that export.py and average.py read
#
# The learning rate does not fall without an end in sight: a run of several calls names the minutes of all of them together,
# and each call is ended by SIGTERM (timeout -s TERM 560), which keeps the state.
set -eu
tools=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
python=${PYTHON:-python3}
verb=${1:-}
[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
shift
case $verb in
  pack)
    file=$1 work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    shift
    cp -r "$tools"/*.py "$tools/train_gpu.sh" "$tools/corpus" "$work"
    "$python" "$tools/train.py" "$work/first" --steps 0 "$@" >/dev/null
    mkdir "$work/run"
    cp "$work/first/sentencepiece.bpe.model" "$work/run"
    case " $* " in *" --start "*) "$python" "$tools/pieces.py" split "$work/first/model" "$work/start" ;; esac
    rm -rf "$work/first"
    tar -C "$work" -c . | xz -T0 >"$file"
    [ "$(wc -c <"$file")" -lt 60000000 ] || { echo "train_gpu: $file is larger than 60 MB" >&2; exit 1; }
    ls -l "$file"
    ;;
  train)
    [ $# -ge 3 ] || { echo "train_gpu: train needs FILE, WORK and OUT" >&2; exit 2; }
    file=$1 work=$2 out=$3
    shift 3
    mkdir -p "$work" "$out"
    [ -d "$work/run" ] || tar -C "$work" -xf "$file"
    if [ -d "$work/start" ]; then
      "$python" "$work/pieces.py" join "$work/start" "$work/begin"
      cp "$work/run/sentencepiece.bpe.model" "$work/begin"
      set -- "$@" --start "$work/begin"
    fi
    # SIGTERM of `timeout` is for the training alone.
    OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1 "$python" "$work/train.py" "$work/run" --corpus "$work/corpus" "$@" | tee "$out/train.log"
    "$python" "$work/pieces.py" split "$work/run/model" "$out"
    cp "$work/run/sentencepiece.bpe.model" "$out"
    ;;
  unpack)
    [ $# -eq 2 ] || { echo "train_gpu: unpack needs OUT and MODEL" >&2; exit 2; }
    "$python" "$tools/pieces.py" join "$1" "$2"
    cp "$1/sentencepiece.bpe.model" "$2"
    ;;
  *) echo "train_gpu: unknown verb $verb, expected pack, train or unpack" >&2; exit 2 ;;
esac
