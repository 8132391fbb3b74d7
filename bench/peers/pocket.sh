#!/bin/sh
# Pocket TTS (random weights of full size): sotto beside the pocket-tts package, float32 and int8, in turns, in one run.
#
#   bench/peers/pocket.sh [WORK_FOLDER [options of pocket.py]]
#   CHECKPOINT=NAME.yaml VOICE=FILE bench/peers/pocket.sh ...     a model that is there already
#
# Makes in WORK_FOLDER (default: build/peers) what is missing: a Python environment with the peer, torchao beside it (which
# the package would use whenever it can import it), the checkpoint (440 MB) and sotto's packed models. Needs 3 GB of
# disk and 8 GB of memory.
set -eu
cd "$(dirname "$0")/../.."
work=${1:-build/peers}
[ $# -eq 0 ] || shift
mkdir -p "$work"
work=$(cd "$work" && pwd)
python="$work/pocket-venv/bin/python"
checkpoint=${CHECKPOINT:-$work/pocket-full/english.yaml}
voice=${VOICE:-$work/pocket-full/embeddings/random.safetensors}
sotto=${SOTTO:-build/release/sotto}

[ -x "$sotto" ] || { echo "$sotto is not there: build it, or set SOTTO" >&2; exit 1; }
if [ ! -x "$python" ]; then
  python3 -m venv "$work/pocket-venv"
  "$python" -m pip install -q pocket-tts==4.0.1 tokenizers protobuf
fi
[ -d "$work/torchao" ] || "$python" -m pip install -q --no-deps --target "$work/torchao" torchao
[ -e "$checkpoint" ] || "$python" bench/peers/make_pocket.py "$work/pocket-full"
for scheme in ${SCHEMES:-int8 int8-static q8 q4}; do
  [ -e "$work/pocket-$scheme/model.safetensors" ] ||
    "$sotto" quantize "$checkpoint" "$work/pocket-$scheme" --scheme "$scheme"
done
exec "$python" bench/peers/pocket.py --checkpoint "$checkpoint" --voice "$voice" --work "$work" --sotto "$sotto" "$@"
