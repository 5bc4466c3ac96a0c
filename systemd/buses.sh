# What of the machine's own files an installation writes: the settings, if there are none, and two lines
# of config.txt on a Pi. To be sourced after steps.sh.
#   reads $top  the unpacked archive
#   sets $boot, the path of config.txt
# shellcheck shell=dash disable=SC2034,SC2154

# The owner's file is never touched.
settings() {
  local file="$ROOT/etc/okanjo/okanjo.toml"
  if [ -e "$file" ]; then
    say settings "kept: $file"
    return
  fi
  mkdir -p "$ROOT/etc/okanjo"
  cp "$top/config/okanjo.toml" "$file.new"
  sync "$file.new"
  mv "$file.new" "$file"
  say settings "$file"
}

# I2C and SPI, on a Pi, where config.txt says nothing of them. Without them Okanjo goes on.
buses() {
  local add='' line
  if ! is_a_pi; then
    say "I2C, SPI" "not a Raspberry Pi: nothing to switch on"
    return
  fi
  boot=$ROOT/boot/firmware/config.txt
  [ -e "$boot" ] || boot=$ROOT/boot/config.txt
  if ! config_sets i2c_arm && ! config_sets i2c; then add="dtparam=i2c_arm=on,i2c_arm_baudrate=400000"; fi
  if ! config_sets spi; then add="$add dtparam=spi=on"; fi
  if [ -z "$add" ]; then
    say "I2C, SPI" "as set in $boot"
  elif add_to_config "$add"; then
    say "I2C, SPI" "switched on in $boot"
  else
    rm -f "$boot.new" 2>/dev/null || true
    say "I2C, SPI" "$boot is missing or cannot be written. For display and lights, add these lines at its end and restart:" >&2
    for line in "[all]" $add; do say "" "$line" >&2; done
  fi
}

# config.txt has sections, and a later line has the last word. Before all of it these lines are for every
# board, and what the owner says for one of them alone still counts there. $RESTART comes first: cut off
# here, it may ask for a restart too many, but never for none.
add_to_config() {
  {
    # shellcheck disable=SC2086 # lines, one a word
    { printf '%s\n' $1 && cat "$boot"; } >"$boot.new" && sync "$boot.new" && : >"$RESTART" &&
      mv "$boot.new" "$boot" && sync -f "$boot"
  } 2>/dev/null
}

# Whether a line of config.txt sets this parameter, to whatever, on every board.
config_sets() {
  awk '/^[ \t]*\[/ { elsewhere = tolower($1) !~ /^\[all\]/ } !elsewhere' "$boot" 2>/dev/null |
    grep -Eaqs "^[[:space:]]*(dtparam|device_tree_param)=([^,]*,)*$1(=|,|[[:space:]]*\$)"
}
