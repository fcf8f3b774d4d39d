# A mistyped command gets the right one, not the whole list.
$ vrm rendr x
! vrm: there is no command rendr; did you mean render?
! `vrm help` lists them.
? 2
$ vrm validat
! vrm: there is no command validat; did you mean validate?
! `vrm help` lists them.
? 2
$ vrm help migrat
! vrm: there is no command migrat; did you mean migrate?
! `vrm help` lists them.
? 2
$ vrm convert x
! vrm: there is no command convert; did you mean convert-motion?
! `vrm help` lists them.
? 2
$ vrm frobnicate
! vrm: there is no command frobnicate
! `vrm help` lists them.
? 2
# The version in the forms that people try.
$ vrm version; vrm -V; vrm --version
vrm 0.1.0
vrm 0.1.0
vrm 0.1.0
# Options.
$ vrm render x --expresion happy
! vrm render: unknown option --expresion; did you mean --expression?
! Try `vrm help render`.
? 2
$ vrm bake x --anmation y -o z.glb
! vrm bake: unknown option --anmation; did you mean --animation?
! Try `vrm help bake`.
? 2
$ vrm info --jsno x
! vrm info: unknown option --jsno; did you mean --json?
! Try `vrm help info`.
? 2
$ vrm info --frobnicate x
! vrm info: unknown option --frobnicate
! Try `vrm help info`.
? 2
$ vrm version --verbose | grep -c ' [0-9]* lanes, '
3
$ vrm version --verbose --more
! vrm version: takes --verbose or nothing
? 2
