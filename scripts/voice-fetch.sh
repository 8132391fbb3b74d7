# What the scripts that install voices share: to be sourced, after `name` and `fallback` were set.

# The user's data folder as sotto itself reads it: a relative path does not count.
case ${XDG_DATA_HOME:-} in
  /*) data=$XDG_DATA_HOME/sotto ;;
  *) data=${HOME:-}/.local/share/sotto ;;
esac

# A machine that cannot have the voice still speaks, with another, so failing is no error here.
give_up() {
  echo "$name: $1; Japanese is spoken by $fallback until this is installed"
  exit 0
}

is_whole() {  # FILE CHECKSUM: it has the bytes we know; where no tool can tell, it is taken as it is
  if command -v sha256sum >/dev/null; then
    sum=$(sha256sum <"$1")
  elif command -v shasum >/dev/null; then
    sum=$(shasum -a 256 <"$1")
  else
    return 0
  fi
  [ "${sum%% *}" = "$2" ]
}

need_pip() {
  if ! command -v python3 >/dev/null || ! python3 -m pip --version >/dev/null 2>&1; then
    give_up "cannot fetch the voice without python3 and pip"
  fi
}

why_pip_failed() {  # LOG
  reason=$(grep -i 'error' "$1" | tail -n 1)
  echo "${reason:-no reason given}"
}
