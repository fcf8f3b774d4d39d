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
{"file":"one.vrm","dialect":"1.0","specVersion":"1.0","generator":"libvrm scenes","name":"Sample","authors":["The libvrm authors"],"licenseUrl":"https://vrm.dev/licenses/1.0/","counts":{"nodes":89,"meshes":5,"primitives":9,"vertices":2114,"triangles":2816,"morphTargets":18,"materials":7,"textures":8,"images":9,"skins":1,"humanBones":55,"expressions":20,"springs":6,"springJoints":24,"colliders":9,"colliderGroups":5,"constraints":4,"animations":0},"lookAt":"bone","extensionsUsed":["VRMC_vrm","VRMC_springBone","VRMC_springBone_extended_collider","VRMC_node_constraint","VRMC_materials_mtoon","KHR_materials_unlit","KHR_materials_emissive_strength","KHR_texture_transform"],"meta":{"name":"Sample",
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
$ vrm info clip.vrma
~ clip.vrma: VRM animation, written by libvrm scenes, * bytes JSON, * bytes binary
  drives           53 bones, 3 expressions, the gaze
  nodes            58
  animations       1
# A file from standard input has the name -.
$ vrm info - < one.vrm | head -1
~ -: VRM 1.0, written by libvrm scenes, * bytes JSON, * bytes binary
# All files are worked through; the worst status counts.
$ echo not-a-model > bad.vrm
$ vrm info -q bad.vrm one.vrm missing.vrm
! vrm info: bad.vrm: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with "not-a-mo" instead of "glTF" or "{". [GLB_INVALID_MAGIC]
! vrm info: missing.vrm: reading or writing a file failed: No such file or directory
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
