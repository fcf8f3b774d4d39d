# The expressions of a file are listed, with what is missing.
$ vrm_scene 1.0 one.vrm && vrm expressions one.vrm | grep -e happy -e wow1 -e look -e 52 -e find -e expressions
  happy: 2 morph targets, blends blink, blocks mouth
  lookUp: binds nothing
  lookDown: binds nothing
  lookLeft: binds nothing
  lookRight: binds nothing
  wow1 (custom): 1 morph target, 6 colours, 1 texture transform, blends gaze
  0 of the 52 shapes of ARKit
  --propose finds 1 more by the names of morph targets
  20 expressions
# The names that --add takes. R-665
$ vrm expressions --targets one.vrm | grep 'morph targets of'
  18 morph targets of Face: mouth_a, mouth_i, mouth_u, mouth_e, mouth_o, blink_l, blink_r, brow_up, brow_down, brow_sad, smile, frown, cheek_puff, eyes_wide, squint, nose_up, chin, ears
$ vrm expressions --targets --json one.vrm | grep -o '"targets":.*mouth_i'
"targets":[{"mesh":1,"name":"Face","count":18,"names":["mouth_a","mouth_i
$ vrm expressions --add shout=Wxyzabcd one.vrm
! vrm expressions: one.vrm: there is no morph target Wxyzabcd; --targets lists them
? 1
# R-570: what names of morph targets say is proposed, and written on request; the input stays as it is.
$ vrm expressions --propose one.vrm | tail -n 4
  wow2 (custom): 1 morph target, 1 colour, 1 texture transform, binary, blends gaze
  + cheekPuff (custom): 1 morph target
  1 of the 52 shapes of ARKit
  21 expressions
$ cp one.vrm same.vrm && vrm expressions --propose one.vrm -o new.vrm | tail -n 1 && cmp one.vrm same.vrm
  21 expressions written
$ vrm expressions -q --propose - -o - < one.vrm | cmp - new.vrm
# Expressions are deleted, renamed, copied, made and changed; nothing else is.
$ vrm expressions -q --copy happy=smile --rename wow1=shout --delete wow2 --add grin=smile:0.5 --add grin=brow_down --override grin=blink:block one.vrm -o new.vrm; vrm diff one.vrm new.vrm
one.vrm and new.vrm: 5 differences
expressions
  - wow1
  - wow2
  + shout
  + smile
  + grin
counts
    expressions: 20 -> 21
? 1
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm expressions new.vrm | grep -e shout -e smile -e grin
  shout (custom): 1 morph target, 6 colours, 1 texture transform, blends gaze
  smile (custom): 2 morph targets, blends blink, blocks mouth
  grin (custom): 2 morph targets, blocks blink
$ vrm expressions --add lop=brow_up --add lop=brow_up:0 one.vrm | grep lop
  + lop (custom): binds nothing
# R-571: renamed and renamed back, the file has equal bytes.
$ vrm expressions -q --override happy=mouth:block one.vrm -o base.vrm; vrm expressions -q --rename wow1=x base.vrm -o x.vrm; vrm expressions -q --rename x=wow1 x.vrm -o back.vrm; cmp base.vrm back.vrm
# R-572: the other side is made of a side.
$ vrm expressions -q --delete blinkRight one.vrm -o half.vrm; vrm expressions half.vrm | grep missing
  missing presets: blinkRight
$ vrm expressions --mirror blinkLeft half.vrm | grep Right
  lookRight: binds nothing
  + blinkRight: 1 morph target, binary
$ vrm expressions --json --mirror blinkLeft half.vrm | tr '{' '\n' | grep -A 1 blinkRight
"name":"blinkRight","preset":true,"new":true,"binary":true,"morphs":[
"node":85,"index":6,"target":"blink_r","weight":1}],"colors":0,"textures":0,"overrideBlink":"none","overrideLookAt":"none","overrideMouth":"none"}],"missing":[],"withoutEffect":[],"proposedPresets":["aa","ih","ou","ee","oh","blink","blinkLeft","blinkRight"],"shapes":0,"proposedShapes":1}
# R-573: bad input is refused before anything is done.
$ vrm expressions --add wink=smil one.vrm -o no.vrm
! vrm expressions: one.vrm: there is no morph target smil; did you mean smile?
? 1
$ vrm expressions --rename happy=sad one.vrm
! vrm expressions: one.vrm: there is an expression sad already
? 1
$ vrm expressions --mirror blinkLeft=happy one.vrm -o no.vrm
! vrm expressions: one.vrm: there is an expression happy already: delete it first, or choose another name
? 1
$ vrm expressions --json --delete nobody one.vrm
{"file":"one.vrm","error":"the file cannot be used","message":"there is no expression nobody"}
! vrm expressions: one.vrm: there is no expression nobody
? 1
$ vrm expressions --delete hapy one.vrm
! vrm expressions: one.vrm: there is no expression hapy; did you mean happy?
? 1
$ vrm expressions --rename happy= one.vrm
! vrm expressions: --rename happy=: write NAME=NEW
! Try `vrm help expressions`.
? 2
$ vrm expressions --add a=smile:2 one.vrm
! vrm expressions: --add a=smile:2: write NAME=TARGET:WEIGHT with a weight from 0 to 1
! Try `vrm help expressions`.
? 2
$ vrm expressions --override happy=nose:block one.vrm
! vrm expressions: --override happy=nose:block: write NAME=KIND:HOW; KIND is blink, lookAt or mouth, HOW none, block or blend
! Try `vrm help expressions`.
? 2
$ vrm expressions one.vrm -o no.vrm
! vrm expressions: this command line changes nothing to write
! Try `vrm help expressions`.
? 2
$ vrm_scene 0.x old.vrm && vrm expressions -q --delete happy old.vrm -o no.vrm
! vrm expressions: old.vrm: not VRM 1.0: run vrm migrate first
? 1
$ echo '{"asset":{"version":"2.0"}}' > chair.gltf; vrm expressions chair.gltf
! vrm expressions: chair.gltf: not a VRM avatar: run vrm create first
? 1
$ test -e no.vrm
? 1
