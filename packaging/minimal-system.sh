# Read by try-deb and try-wheel: a minimal Debian in a folder, made anew. Needs root.
#   minimal_system SUITE     makes it; `inside COMMAND...` runs there, with the network
#   timed WHAT COMMAND...    says how long that took
root=$(pwd)/build/minimal-system/root

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

timed() {
  what=$1 began=$(date +%s%N)
  shift
  "$@"
  echo "$0: $what: $((($(date +%s%N) - began) / 1000000)) ms"
}

minimal_system() {
  base=$(pwd)/build/minimal-system/$1.tar
  mkdir -p build/minimal-system
  umount "$root/proc" 2>/dev/null || true
  rm -rf "$root"
  [ -f "$base" ] || debootstrap --variant=minbase --make-tarball="$base" "$1" "$root" >"$base.log"
  debootstrap --variant=minbase --unpack-tarball="$base" "$1" "$root" >"$root.log"
  trap 'umount "$root/proc" 2>/dev/null || true' EXIT
  mount -t proc proc "$root/proc"
  cp /etc/resolv.conf "$root/etc"
  inside apt-get -qq update
}

megabytes() { inside sh -c 'apt-get clean; du -sxm --exclude=/proc / | cut -f1'; }

install() {  # PACKAGE...: of apt, with its flags
  inside sh -c 'apt-get install -qq -y "$@" >/root/apt.log 2>&1 || { cat /root/apt.log; exit 1; }' install "$@"
}

# How long and how loud a sound file of `root` is; too short or too quiet is an error.
heard() {  # FILE SECONDS
  python3 - "$root/$1" "$2" <<'END'
import array, math, sys, wave
with wave.open(sys.argv[1]) as sound:
    rate, samples = sound.getframerate(), array.array("h", sound.readframes(sound.getnframes()))
seconds, wanted = len(samples) / rate, float(sys.argv[2])
level = 10 * math.log10(sum(s * s for s in samples) / max(1, len(samples)) / 32768**2 + 1e-12)
print(f"{sys.argv[1]}: {seconds:.1f} s at {rate} Hz, {level:.1f} dBFS in the mean, peak {max(map(abs, samples), default=0) / 32768:.2f}")
if seconds < wanted or level < -40:
    sys.exit(f"{sys.argv[1]} is too short or too quiet, expected {wanted:g} s or more at -40 dBFS or more")
END
}
