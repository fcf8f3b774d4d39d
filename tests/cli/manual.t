# Manual pages are the text of the help: every option of every command is in its page.
$ for c in $(vrm help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do vrm help --man $c >page || echo "$c has no page"; for o in $(vrm help $c | sed -n 's/^  .*\(--[a-z0-9-]*\).*/\1/p'); do grep -q -e "$(echo "$o" | sed 's/-/\\\\-/g')" page || echo "$c: $o is missing"; done; done
$ vrm help --man validate | head -4
.TH VRM-VALIDATE 1 "" "libvrm 0.1.0" "User commands"
.SH NAME
vrm\-validate \- say what is wrong with a file: code, severity, JSON pointer, message
.SH SYNOPSIS
$ vrm help --man | grep '^.BR vrm' | head -2
.BR vrm\-info (1)
.BR vrm\-validate (1)
$ vrm help --man rendr
! vrm: there is no command rendr; did you mean render?
! `vrm help` lists them.
? 2
# Where roff is there, it has nothing to say against them.
$ for c in '' migrate render receive bake; do if command -v groff >/dev/null; then vrm help --man $c | groff -man -Tutf8 -ww -rHY=0 >/dev/null; fi; done
# Completions: commands, and the options of the command that stands there; shells that are there can read them.
$ vrm help --completion bash >comp.bash && bash -c 'source ./comp.bash; COMP_WORDS=(vrm re); COMP_CWORD=1; _vrm; echo "${COMPREPLY[@]}"; COMP_WORDS=(vrm render x.vrm --ca); COMP_CWORD=3; _vrm; echo "${COMPREPLY[@]}"; COMP_WORDS=(vrm migrate -); COMP_CWORD=2; _vrm; echo "${COMPREPLY[@]}"; touch avatar.vrm; COMP_WORDS=(vrm info av); COMP_CWORD=2; _vrm; echo "${COMPREPLY[@]}"'
receive render
--camera
--to -o --output --in-place --set --thumbnail --compact --force --json -q --quiet -j --jobs --no-sandbox --limit --color --help
avatar.vrm
$ for s in zsh fish; do vrm help --completion $s >comp.$s && if command -v $s >/dev/null; then $s -n comp.$s; fi; grep -q expression comp.$s && echo $s; done
zsh
fish
$ vrm help --completion tcsh
! vrm: --completion is bash, zsh or fish
? 2
