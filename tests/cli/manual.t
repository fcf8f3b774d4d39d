# Manual pages and help are made of one table: every option of every command is in its page.
$ for c in $(vrm help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | tee commands); do vrm help --man $c >page || echo "$c has no page"; for o in $(vrm help $c | sed -n 's/^  .*\(--[a-z0-9-]*\).*/\1/p'); do grep -q -e "$(echo "$o" | sed 's/-/\\\\-/g')" page || echo "$c: $o is missing"; done; done
$ wc -l < commands | tr -d ' '
19
$ vrm help --man validate | head -4
.TH VRM-VALIDATE 1 "" "libvrm 0.2.0-dev" "User commands"
.SH NAME
vrm\-validate \- check files against the specification and list findings
.SH SYNOPSIS
$ vrm help --man | grep '^.BR vrm' | head -2
.BR vrm\-info (1)
.BR vrm\-validate (1)
$ vrm help --man rendr
! vrm: there is no command rendr; did you mean render?
! `vrm help` lists them.
? 2
# Where roff is there, it has nothing to say against them.
$ for c in '' $(cat commands); do vrm help --man $c >page; if command -v groff >/dev/null; then groff -man -Tutf8 -ww -rHY=0 page >/dev/null; fi; test "$(grep -c 'EXIT STATUS' page)" = 1 || echo "$c: not one section about the status"; if grep -A 1 '^.PP' page | grep '^.[ST]'; then echo "$c: an empty paragraph"; fi; done
$ vrm help --man diff | grep -A 1 'EXIT STATUS'
.SH EXIT STATUS
0 no differences, 1 differences, 2 wrong usage, 3 a file could not be used or read, or memory ran out.
# Completions: commands, and the options of the command that stands there; shells that are there can read them.
$ vrm help --completion bash >comp.bash && bash -c 'source ./comp.bash; COMP_WORDS=(vrm re); COMP_CWORD=1; _vrm; echo "${COMPREPLY[@]}"; COMP_WORDS=(vrm render x.vrm --ca); COMP_CWORD=3; _vrm; echo "${COMPREPLY[@]}"; COMP_WORDS=(vrm migrate -); COMP_CWORD=2; _vrm; echo "${COMPREPLY[@]}"; touch avatar.vrm; COMP_WORDS=(vrm info av); COMP_CWORD=2; _vrm; echo "${COMPREPLY[@]}"'
receive render
--camera
--to -o --output --in-place --set --thumbnail --compact --force --json -q --quiet -r --recursive -j --jobs --no-sandbox --limit --color --help
avatar.vrm
# Values that have names are offered, also behind "="; names of files where one is meant, whole where they hold blanks.
$ touch 'my avatar.vrm'; bash -c 'source ./comp.bash; t() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vrm; printf "%s:" "${COMPREPLY[@]}"; echo; }; t vrm render --camera ""; t vrm render --camera = fi; t vrm validate --severity =; t vrm validate --format ""; t vrm info --limit fi; t vrm diff --ignore mesh; t vrm info --jobs ""; t vrm info my; t vrm render -o my; t vrm help --completion ""; t vrm render --back; t vrm render --tar; t vrm render --third; t vrm view --no-sandbox my'
full:bust:face:first-person:
first-person:
error:warning:info:hint:
sarif:junit:
file_bytes=:
meshes:
:
my avatar.vrm:
my avatar.vrm:
bash:zsh:fish:
--background:--backend:
--target:
--third-person:
my avatar.vrm:
$ vrm help --completion fish >comp.fish; if command -v fish >/dev/null; then fish --no-config -c 'source ./comp.fish; complete -C "vrm render --camera "' | cut -f 1 | tr '\n' ':'; else printf 'bust:face:first-person:full:'; fi
bust:face:first-person:full:
$ vrm help --completion zsh | grep -o -e "--camera=[^']*'"
--camera=[Framing of --raw and --window until a message of --control changes it\: full (default), bust or face]:value:(full bust face)'
--camera=[Framing\: full (default), bust, face or first-person]:value:(full bust face first-person)'
$ for s in zsh fish; do vrm help --completion $s >comp.$s && if command -v $s >/dev/null; then $s -n comp.$s; fi; grep -q expression comp.$s && echo $s; done
zsh
fish
$ vrm help --completion tcsh
! vrm: --completion is bash, zsh or fish
? 2
