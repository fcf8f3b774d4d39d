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
vrm 0.2.0-dev
vrm 0.2.0-dev
vrm 0.2.0-dev
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
$ vrm version --verbose | grep -cE '^JSON       (AVX2|SSE2|NEON|plain C)$'
1
$ vrm version --verbose --more
! vrm version: takes --verbose or nothing
? 2
# Values of options.
$ vrm render x --camera fulll -o x.png; vrm render x --camera '' -o x.png; vrm validate --severity warnings x; vrm validate --format SARIF x; vrm info --color alway x; vrm info --limit pixel=3 x; vrm render x --debug bone -o x.png
! vrm render: --camera is full, bust, face or first-person, not fulll; did you mean full?
! Try `vrm help render`.
! vrm render: --camera is full, bust, face or first-person, not empty
! Try `vrm help render`.
! vrm validate: --severity is error, warning, info or hint, not warnings; did you mean warning?
! Try `vrm help validate`.
! vrm validate: --format is sarif or junit, not SARIF; did you mean sarif?
! Try `vrm help validate`.
! vrm info: --color is auto, always or never, not alway; did you mean always?
! Try `vrm help info`.
! vrm info: --limit pixel=3: NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, elements, memory, written, work, pixels, geometry or triangles; did you mean pixels?
! Try `vrm help info`.
! vrm render: --debug bone: a list of bones, springs, colliders, normals, first-person; did you mean bones?
! Try `vrm help render`.
? 2
