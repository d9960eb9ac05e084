# Defines every command of a page as a function that writes its words down, so that the shell itself takes the lines apart.
# Expects `recording`, the file to write to, and `commands`, the names; the page is the first argument.
record() {
  local settings="${!RUNWRIGHT_@} ${!OPENAI_@} ${!ANTHROPIC_@}"
  printf '%s\0' "${BASH_LINENO[1]}" "$settings" "$@" $'\x1e' >>"$recording"
}
for name in $commands; do
  eval "$name() { record $name \"\$@\"; }"
done
sudo() { record sudo "$@"; "$@"; }
export() { record export "$@"; builtin export "$@"; }
cd() { record cd "$@"; }
source() { record source "$@"; }
exec() { "$@"; }
sleep() { record sleep "$@"; }
curl() {
  record curl "$@"
  builtin echo '{"status":"completed","ids":"tsk_1 wr_1 wpid_1 pbs_1 bp_1 cred_1 f_1 a_1 sch_1 s_1 whd_1"}'
}
jq() { record jq "$@"; builtin echo id_1; }
command_not_found_handle() { record "$@"; }
builtin source "$1"
