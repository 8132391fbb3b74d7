#!/bin/sh
# Networks on a GPU beside the processor of the same machine, as a table for docs/performance.md:
#   scripts/deps --mlx && scripts/build mlx sotto && bench/gpu.sh [MODEL...]
# MODEL: folders or names of translators of NLLB's kind, and yamls of Pocket TTS; without any nllb-600m and
# pocket-tts-english, which `sotto pull` fetches. The two devices take turns, RUNS (5) times each; QUANT is "q8 q4".
# "computes" is the share of a translation in which the host waited for the device. "GPU busy" is what the
# system says while MLX computes: nvidia-smi, or powermetrics, which asks for root (sudo -v before).
set -eu
cd "$(dirname "$0")/.."
sotto=${SOTTO:-build/mlx/sotto}
runs=${RUNS:-5}
[ $# -gt 0 ] || set -- nllb-600m pocket-tts-english
work=$(mktemp -d)
trap 'rm -rf "$work"; [ -z "${watcher:-}" ] || kill "$watcher" 2>/dev/null || true' EXIT

field() { # its name, of the JSON on standard input
  sed -n "s/.*\"$1\": *\"\{0,1\}\([^,\"}]*\).*/\1/p"
}
watch_gpu() { # a line a moment, in per cent, into $work/busy
  : >"$work/busy"
  watcher=""
  if command -v nvidia-smi >/dev/null; then
    nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits -lms 200 >"$work/busy" 2>/dev/null &
    watcher=$!
  elif command -v powermetrics >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n powermetrics --samplers gpu_power -i 200 2>/dev/null |
      sed -ln 's/^GPU HW active residency: *\([0-9.]*\)%.*/\1/p' >"$work/busy" &
    watcher=$!
  fi
}
busy() { # the median of what was seen while somebody computed
  [ -z "$watcher" ] || { kill "$watcher" 2>/dev/null || true; }
  sort -n "$work/busy" | awk '$1 > 0 {all[n++] = $1} END {if (n) printf "%d %%", all[int(n / 2)]; else printf "not seen"}'
}
median() { sort -n | awk '{all[NR] = $1} END {if (NR) print all[int((NR + 1) / 2)]; else print "-"}'; }

measure() { # of which verb, the model, weights; then one line a device
  verb=$1 model=$2 quant=$3
  rm -f "$work"/cpu "$work"/mlx
  seen=""
  round=0
  while [ $round -lt "$runs" ]; do
    for device in cpu mlx; do
      [ $device = cpu ] || watch_gpu
      if [ "$verb" = translate ]; then
        "$sotto" bench translate --model "$model" --quant "$quant" --device $device --runs 3 --warmup 1 --json >>"$work/$device"
      else
        "$sotto" bench say --voice-model "$model" --quant "$quant" --device $device --runs 2 --json >>"$work/$device"
      fi
      [ $device = cpu ] || seen=$(busy)
    done
    round=$((round + 1))
  done
  for device in cpu mlx; do
    if [ "$verb" = translate ]; then
      printf '| %s %s | %s | %s ms a step | %s GB/s | %s | %s | %s MB | %s MB |\n' "$(basename "$model")" "$quant" $device \
        "$(field ms_per_step <"$work/$device" | median)" "$(field gb_per_s <"$work/$device" | median)" \
        "$(field device_computes <"$work/$device" | median)" "$([ $device = cpu ] && echo - || echo "$seen")" \
        "$(field device_peak_mb <"$work/$device" | median)" "$(field peak_rss_mb <"$work/$device" | median)"
    else
      printf '| %s %s | %s | %s x real time, first sound %s ms | - | - | %s | %s MB | %s MB |\n' "$(basename "$model")" "$quant" $device \
        "$(field x_realtime <"$work/$device" | median)" "$(field first_audio_ms <"$work/$device" | median)" \
        "$([ $device = cpu ] && echo - || echo "$seen")" \
        "$(field device_peak_mb <"$work/$device" | median)" "$(field peak_rss_mb <"$work/$device" | median)"
    fi
  done
}

echo "$("$sotto" info | sed -n 's/^version *\(.*\)/sotto \1/p; s/^device *\(.*\)/; \1/p' | tr -d '\n'); medians of $runs runs in turns (bench/gpu.sh)"
echo
echo "| network | device | time | weights read | computes | GPU busy | device's memory | process's memory |"
echo "|---|---|---|---|---|---|---|---|"
for model in "$@"; do
  case $model in
    *.yaml | *pocket*) verb=say ;;
    *) verb=translate ;;
  esac
  for quant in ${QUANT:-q8 q4}; do measure "$verb" "$model" "$quant"; done
done
