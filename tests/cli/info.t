# Every dialect is told by its shape; the members that programs rely on are there.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene 1.0-beta beta.vrm
$ vrm_scene 1.0-draft draft.vrm && vrm_scene clip clip.vrma
$ vrm info --json one.vrm beta.vrm draft.vrm zero.vrm clip.vrma | cut -d'"' -f 3-8
:"one.vrm","dialect":"1.0
:"beta.vrm","dialect":"1.0-beta
:"draft.vrm","dialect":"1.0-draft
:"zero.vrm","dialect":"0.x
:"clip.vrma","dialect":null,"specVersion
$ vrm info --json one.vrm | cut -c 1-700
{"file":"one.vrm","dialect":"1.0","specVersion":"1.0","generator":"libvrm scenes","name":"Sample","authors":["The libvrm authors"],"licenseUrl":"https://vrm.dev/licenses/1.0/","counts":{"nodes":89,"meshes":5,"primitives":9,"vertices":2114,"triangles":2816,"morphTargets":18,"materials":7,"textures":8,"images":9,"skins":1,"humanBones":55,"expressions":20,"springs":6,"springJoints":24,"colliders":9,"colliderGroups":5,"constraints":4,"animations":0},"lookAt":"bone","extensionsUsed":["VRMC_vrm","VRMC_springBone","VRMC_springBone_extended_collider","VRMC_node_constraint","VRMC_materials_mtoon","KHR_materials_unlit","KHR_materials_emissive_strength","KHR_texture_transform"],"extensionsRequired":[],
$ vrm info one.vrm
~ one.vrm: VRM 1.0, written by libvrm scenes, * bytes JSON, * bytes binary
  name             Sample
  version          1
  authors          The libvrm authors
  copyright        No rights reserved
  third parties    None.\nEverything here was made by code.
  thumbnail        image 8
  may be used by   everyone
  for profit       yes, for companies too
  violent use      yes
  sexual use       no
  political use    no
  antisocial use   no
  passing on       yes
  changing         yes, and changed copies may be passed on
  credit           not necessary
  licence text     https://vrm.dev/licenses/1.0/
  further terms    https://creativecommons.org/publicdomain/zero/1.0/
  height           1.65 m
  image sizes      7 of 16x16, 32x32, 256x256
  nodes            89
  meshes           5
  primitives       9
  vertices         2114
  triangles        2816
  morphTargets     18
  materials        7
  textures         8
  images           9
  skins            1
  humanBones       55
  expressions      20
  springs          6
  springJoints     24
  colliders        9
  colliderGroups   5
  constraints      4
  lookAt           bone
  namely           happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight lookUp lookDown lookLeft lookRight neutral wow1 wow2
  face             presets only; vowels, blinks, gaze
$ vrm info zero.vrm
~ zero.vrm: VRM 0.x, written by libvrm scenes, * bytes JSON, * bytes binary
  name             Sample
  version          1
  authors          The libvrm authors
  thumbnail        image 8
  may be used by   everyone
  for profit       yes, for persons
  violent use      yes
  sexual use       yes
  licence          CC0
  height           1.65 m
  image sizes      7 of 16x16, 32x32, 256x256
  nodes            89
  meshes           5
  primitives       9
  vertices         2114
  triangles        2816
  morphTargets     18
  materials        7
  textures         9
  images           9
  skins            1
  humanBones       55
  expressions      20
  springs          6
  springJoints     30
  colliders        10
  colliderGroups   6
  lookAt           bone
  namely           happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight lookUp lookDown lookLeft lookRight neutral wow1 wow2
  face             presets only; vowels, blinks, gaze
$ vrm info clip.vrma
~ clip.vrma: VRM animation, written by libvrm scenes, * bytes JSON, * bytes binary
  drives           53 bones, 3 expressions, the gaze
  animation        wave: 2 s, 7 tracks
  nodes            58
  animations       1
# Key times without bounds, which some exporters leave out, have a last key too.
$ printf 'remove /accessors/0/max\nremove /accessors/1/max\n' >bare.edit; vrm_scene clip bare.vrma --edit bare.edit; vrm info bare.vrma | grep 'animation '
  animation        wave: 2 s, 7 tracks
# A file from standard input has the name -.
$ vrm info - < one.vrm | head -1
~ -: VRM 1.0, written by libvrm scenes, * bytes JSON, * bytes binary
# All files are worked through; the worst status counts.
$ echo not-a-model > bad.vrm
$ vrm info -q bad.vrm one.vrm missing.vrm
! vrm info: bad.vrm: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with "not-a-mo" instead of "glTF" or "{". [GLB_INVALID_MAGIC]
! vrm info: missing.vrm: No such file or directory
? 3
$ vrm info --json bad.vrm one.vrm 2> messages | cut -c 1-60
{"file":"bad.vrm","error":"not a glTF file, or cut short","c
{"file":"one.vrm","dialect":"1.0","specVersion":"1.0","gener
$ cat messages
vrm info: bad.vrm: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with "not-a-mo" instead of "glTF" or "{". [GLB_INVALID_MAGIC]
$ vrm info
! vrm info: no FILE
! Try `vrm help info`.
? 2
$ vrm info --wrong one.vrm
! vrm info: unknown option --wrong
! Try `vrm help info`.
? 2
# Control characters and direction marks of a file do not reach the terminal. R-029
$ printf '%s\n' 'set /extensions/VRMC_vrm/meta/name "a\u001b[31mred\u202etxt"' > edit
$ vrm_scene 1.0 evil.vrm --edit edit && vrm info evil.vrm | sed -n 2p
  name             a\u{1b}[31mred\u{202e}txt
# Clips say how long they are and what they have; one is not "1 expressions".
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.5,"tracks":[{"target":"bone","name":"head","property":"rotation","const":[0,0,0,1]},{"target":"expression","name":"happy","property":"weight","const":0.5}]}' > nod.json && vrm convert-motion -q nod.json --name nod -o nod.vrma && vrm info nod.vrma | grep -E 'drives|animation '
  drives           15 bones, 1 expression
  animation        nod: 1 s, 1 track
$ vrm info --json nod.vrma | grep -o '"clips":\[.*\],"pictures'
"clips":[{"name":"nod","seconds":1,"tracks":1}],"pictures
# Avatars say how tall they are and how large their pictures; the picture of their own goes to a file as it is.
$ vrm info --json one.vrm | grep -o '"height":1[.][0-9]*'; vrm info --json one.vrm | grep -o '"pictures":.{"name":"[^"]*","format":"png","width":[0-9]*,"height":[0-9]*'
"height":1.6545045
"pictures":[{"name":"Skin","format":"png","width":16,"height":16
$ vrm info -q one.vrm --thumbnail face.png && head -c 4 face.png | tail -c 3; echo; vrm info -q one.vrm zero.vrm --thumbnail faces/ && ls faces
PNG
one.png
zero.png
$ vrm info -q one.vrm --thumbnail face.jpg; vrm info -q one.vrm --thumbnail face.webp; vrm info -q clip.vrma --thumbnail none.png
! vrm info: one.vrm: its thumbnail is a PNG: call it .png
! vrm info: --thumbnail face.webp: a thumbnail is a .png or .jpg, as it is
! Try `vrm help info`.
! vrm info: clip.vrma: it has no thumbnail
? 1
# Height is that of the vertices, whatever the axes of the nodes; unknown where no mesh shows.
$ height() { vrm info --json $1 | grep -o '"height":[0-9.nul]*' | tail -1 | cut -c 1-14; }; vrm_scene 1.0 straight.vrm; vrm_scene 1.0 turned.vrm --rotated; height straight.vrm; height turned.vrm
"height":1.654
"height":1.654
$ for n in 84 85 86 87 88; do echo "remove /nodes/$n/mesh"; done >edit; vrm_scene 1.0 bare.vrm --edit edit && vrm info --json bare.vrm | grep -o '"height":null'; vrm info bare.vrm | grep height
"height":null
? 1
$ printf '%s\n' 'set /nodes/84/translation [0,40,0]' 'remove /nodes/84/skin' >edit; vrm_scene 1.0 flying.vrm --edit edit; vrm info flying.vrm | grep height
  height           40.9 m
# Vertices that no buffer of the file can hold are not counted; validate names them.
$ echo '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":1}},{"attributes":{"POSITION":2}}]}],"accessors":[BAD,BAD,{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],"bufferViews":[{"buffer":0,"byteLength":36,"target":34962}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}' | sed 's/BAD/{"bufferView":0,"componentType":5126,"count":9223372036854773760,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}/g' >impossible.gltf
$ vrm info --json impossible.gltf | grep -o '"vertices":[-0-9]*,"triangles":[-0-9]*'; vrm validate impossible.gltf --json | grep -o ACCESSOR_TOO_LONG
"vertices":3,"triangles":1
ACCESSOR_TOO_LONG
ACCESSOR_TOO_LONG
# Avatars say what their face can do: shapes of face tracking by any usual spelling, expressions that change nothing.
$ printf '%s\n' 'set /extensions/VRMC_vrm/expressions/custom/eyeBlink_L {"morphTargetBinds":[]}' 'set /extensions/VRMC_vrm/expressions/preset/sad {}' > edit; vrm_scene 1.0 some.vrm --edit edit && vrm info some.vrm | grep -E '^  (face|without)'; vrm info --json some.vrm | grep -o '"face":[^}]*}'
  face             1 of 52 shapes of face tracking, presets for the rest; vowels, blinks, gaze
  without effect   sad
"face":{"tracking":"partial","shapes":1,"morphs":0,"vowels":true,"visemes":false,"blink":true,"gaze":true,"withoutEffect":["sad"]}
$ vrm info --json clip.vrma | grep -o '"face":null'
"face":null
