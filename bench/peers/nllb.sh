#!/bin/sh
# NLLB-200 600M (random weights): sotto beside CTranslate2 int8 and PyTorch dynamic int8, in turns, in one run.
#
#   bench/peers/nllb.sh [WORK_FOLDER [options of nllb.py]]
#   CHECKPOINT=DIR bench/peers/nllb.sh ...     a checkpoint that is there already
#
# Makes in WORK_FOLDER (default: build/peers) what is missing: a Python environment with the peers, the checkpoint
# (2.5 GB; about two minutes), sotto's packed models and CTranslate2's. Needs 12 GB of disk and 8 GB of memory.
set -eu
cd "$(dirname "$0")/../.."
work=${1:-build/peers}
[ $# -eq 0 ] || shift
mkdir -p "$work"
work=$(cd "$work" && pwd)
python="$work/venv/bin/python"
checkpoint=${CHECKPOINT:-$work/nllb-600m}
sotto=${SOTTO:-build/release/sotto}

[ -x "$sotto" ] || { echo "$sotto is not there: build it, or set SOTTO" >&2; exit 1; }
if [ ! -x "$python" ]; then
  python3 -m venv "$work/venv"
  "$python" -m pip install -q numpy protobuf sentencepiece torch transformers ctranslate2
fi
[ -e "$checkpoint/config.json" ] || "$python" bench/peers/make_checkpoint.py "$checkpoint"
for scheme in ${SCHEMES:-int8 q8 q4}; do
  [ -e "$work/nllb-$scheme/config.json" ] || "$sotto" quantize "$checkpoint" "$work/nllb-$scheme" --scheme "$scheme"
done
exec "$python" bench/peers/nllb.py --checkpoint "$checkpoint" --work "$work" --sotto "$sotto" "$@"
