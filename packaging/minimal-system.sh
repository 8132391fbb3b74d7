# Read by build-in and those that try: a minimal Debian in a folder, for this processor or another. Needs root.
#   minimal_system SUITE [PROCESSOR]    makes it anew in $root
#   open_system                         opens one that is there
#   inside COMMAND...                   runs there, with the network
#   timed WHAT COMMAND...               says how long that took, and how much of it computing
# One trial at a time has a system. Folders of this machine may be mounted in it, as that of ccache: nothing is removed while
# they are.
# `inside` is not for $(...): where a shell runs EXIT's trap there, the system is closed. Write to a file.
root=$(pwd)/build/minimal-system/root
opened=""  # what is mounted, and has to be let go of
holder=""  # a process whose namespace knows how programs of another processor are run

inside() {
  ${holder:+nsenter --target "$holder" --user --mount} chroot "$root" \
    /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${PIP_CERT:+PIP_CERT=/root/certificates} "$@" 9>&-
}

timed() {
  what=$1 began=$(date +%s%N)
  shift
  times >"$root.began"
  "$@"
  times >"$root.ended"
  # The second line has all that this shell has started, user and system, as 1m2.34s.
  computed=$(cat "$root.began" "$root.ended" | sed 's/[ms]/ /g' | awk 'NR == 2 { before = 60 * ($1 + $3) + $2 + $4 }
    NR == 4 { printf "%.1f", 60 * ($1 + $3) + $2 + $4 - before }')
  echo "$0: $what: $((($(date +%s%N) - began) / 1000000)) ms, $computed s of processor"
}

close_system() {
  if [ -n "$holder" ]; then
    kill "$holder" 2>/dev/null || true
    wait "$holder" 2>/dev/null || true
    holder=""
  fi
  for mounted in $opened; do let_go "$mounted" || true; done
  opened=""
}

let_go() {  # FOLDER that is mounted; where a program that was left behind still uses it, it is out of the system all the same
  umount "$1" 2>/dev/null || umount --lazy "$1"
}

mounted_below() {
  awk -v root="$root/" 'index($2, root) == 1 { print $2 }' /proc/self/mounts | sort -r
}

# Nobody else has the system from here to the end of this shell, and nothing that a trial before mounted is in it.
take_system() {
  mkdir -p "$(dirname "$root")"
  exec 9>"$root.lock"
  flock --nonblock 9 || { echo "$0: $root is in use by another trial" >&2; exit 1; }
  for mounted in $(mounted_below); do let_go "$mounted" || true; done
  left=$(mounted_below)
  [ -z "$left" ] || { echo "$0: still mounted, so that nothing is removed: $left" >&2; exit 1; }
}

enter_system() {  # PROCESSOR
  open_system
  [ "$1" = "$(dpkg --print-architecture)" ] || hold_arm64
}

open_system() {
  take_system
  trap close_system EXIT
  mount -t proc proc "$root/proc"
  opened="$root/proc"
  cp /etc/resolv.conf "$root/etc"
  [ -z "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$root/root/certificates"  # of a proxy that this machine trusts
}

# Programs of arm64 are run by qemu, which the kernel is told in a namespace of its own (Linux 6.7): nothing
# else on this machine hears of it. Where binfmt_misc knows them already, that is taken.
hold_arm64() {
  if [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then return 0; fi
  qemu=$(command -v qemu-aarch64-static) || { echo "$0: qemu-aarch64-static is not installed; scripts/deps --packaging installs it" >&2; exit 1; }
  unshare --user --mount sleep 86400 &
  holder=$!
  while [ "$(readlink "/proc/$holder/ns/user")" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.1; done
  echo "0 0 65536" >"/proc/$holder/uid_map"
  echo "0 0 65536" >"/proc/$holder/gid_map"
  # The first bytes of an ELF file for arm64, and which of them count.
  head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  nsenter --target "$holder" --user --mount sh -c '
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc && printf %s "$1" >/proc/sys/fs/binfmt_misc/register' register \
    ":qemu-aarch64:M::$head:$mask:$qemu:F"
}

minimal_system() {
  close_system
  its=${2:-$(dpkg --print-architecture)}
  base=$(pwd)/build/minimal-system/$1-$its.tar
  mkdir -p build/minimal-system
  take_system
  rm -rf "$root"
  if [ -f "$base" ]; then
    mkdir "$root"
    tar -x -f "$base" -C "$root"
    enter_system "$its"
  else
    debootstrap --arch "$its" --foreign --variant=minbase "$1" "$root" >"$root.log"
    # A namespace may not make devices: it finds them.
    for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0 console:5:1 ptmx:5:2; do
      number=${device#*:}
      [ -e "$root/dev/${device%%:*}" ] || mknod -m 666 "$root/dev/${device%%:*}" c "${number%:*}" "${number#*:}"
    done
    mkdir -p "$root/proc" "$root/etc/dpkg/dpkg.cfg.d"
    enter_system "$its"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe"
    inside env container=lxc /debootstrap/debootstrap --second-stage >>"$root.log"
    rm "$root/etc/dpkg/dpkg.cfg.d/unsafe"
    close_system  # the second stage has let go of /proc, where there is a namespace only there
    enter_system "$its"
    tar -c --exclude=./proc/\* -f "$base.part" -C "$root" .
    mv "$base.part" "$base"
  fi
  [ "$its" = "$(dpkg --print-architecture)" ] || without_certificates
  inside apt-get -qq update
}

# Under qemu the list of certificates is made for many minutes, by thousands of short programs. What is tried there
# asks no server, and pip has a list of its own.
without_certificates() {
  inside dpkg-divert --quiet --local --rename --add /usr/sbin/update-ca-certificates
  ln -s /bin/true "$root/usr/sbin/update-ca-certificates"
}

megabytes() {  # WHEN: says how many are on the disk.
  inside apt-get clean
  echo "$0: MB on disk $1: $(du -sxm --exclude="$root/proc" "$root" | cut -f1)"
}

install() {  # PACKAGE...: of apt, with its flags
  inside sh -c 'apt-get install -qq -y "$@" >/root/apt.log 2>&1 || { cat /root/apt.log; exit 1; }' install "$@"
}

# How long and how loud a sound file of `root` is; too short or too quiet is an error. FILE.wav is mono of 16 bits,
# FILE.f32 what the examples write: mono floats, with the voices of a minimal system at 48 kHz.
heard() {  # FILE SECONDS
  python3 - "$root/$1" "$2" <<'END'
import array, math, sys, wave
if sys.argv[1].endswith(".f32"):
    with open(sys.argv[1], "rb") as sound:
        rate, samples = 48000, [32768 * s for s in array.array("f", sound.read())]
else:
    with wave.open(sys.argv[1]) as sound:
        rate, samples = sound.getframerate(), array.array("h", sound.readframes(sound.getnframes()))
seconds, wanted = len(samples) / rate, float(sys.argv[2])
level = 10 * math.log10(sum(s * s for s in samples) / max(1, len(samples)) / 32768**2 + 1e-12)
print(f"{sys.argv[1]}: {seconds:.1f} s at {rate} Hz, {level:.1f} dBFS in the mean, peak {max(map(abs, samples), default=0) / 32768:.2f}")
if seconds < wanted or level < -40:
    sys.exit(f"{sys.argv[1]} is too short or too quiet, expected {wanted:g} s or more at -40 dBFS or more")
END
}
