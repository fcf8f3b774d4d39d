# R-340: What is left means the same, and a second run keeps every byte.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene 1.0-draft draft.vrm
$ vrm optimize one.vrm -o small.vrm | sed 's/[0-9][0-9.]*/N/g'
one.vrm: N to N bytes (N %)
  JSON in bytes: N to N
  vertices in bytes: N to N
  indices in bytes: N to N
  morph targets in bytes: N to N
  pictures in bytes: N to N
$ vrm diff one.vrm small.vrm
one.vrm and small.vrm mean the same
$ vrm validate --severity warning small.vrm
small.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm optimize small.vrm -o again.vrm && cmp small.vrm again.vrm
~ small.vrm: * to * bytes (100.0 %)
  info: Nothing can be saved in meshes, morph targets and elements; they stay as they are. [OPTIMIZE_ALREADY]
$ vrm optimize -q zero.vrm -o old.vrm && vrm diff zero.vrm old.vrm
zero.vrm and old.vrm mean the same
$ vrm optimize -q draft.vrm -o drafted.vrm && vrm diff draft.vrm drafted.vrm
draft.vrm and drafted.vrm mean the same
# As JSON: what the file weighs before, after, and after each pass.
$ vrm optimize --json one.vrm -o new.vrm | grep -o '"[a-z]*":{"bytes"'
"before":{"bytes"
"after":{"bytes"
"vertices":{"bytes"
"morphs":{"bytes"
"elements":{"bytes"
"primitives":{"bytes"
"pictures":{"bytes"
$ vrm optimize --json small.vrm -o new.vrm | grep -o '"changed":[a-z]*\|OPTIMIZE_[A-Z]*'
"changed":false
OPTIMIZE_ALREADY
# Nothing is written when only asked.
$ vrm optimize one.vrm --dry-run | grep -o 'not written'; ls no.vrm
not written
! ls: cannot access 'no.vrm': No such file or directory
? 2
# Passes left out, and what is lost only if asked for.
$ vrm optimize -q one.vrm --skip unused --skip equal --skip vertices --skip sparse --skip join --skip pictures -o none.vrm && cmp one.vrm none.vrm
$ vrm optimize -q one.vrm --dense -o dense.vrm && ! grep -q '"sparse"' dense.vrm
$ vrm optimize --json one.vrm --drop-unbound --drop-nodes --drop-morph-normals -o less.vrm | grep -o '"changed":true'
"changed":true
$ vrm optimize -q one.vrm --skip colours -o no.vrm
! vrm optimize: --skip is unused, equal, vertices, sparse, join or pictures, not colours
! Try `vrm help optimize`.
? 2
# Pictures are stored in fewer bytes, and left alone when asked.
$ vrm optimize -q one.vrm --skip pictures -o kept.vrm && vrm optimize --json kept.vrm --effort 9 -o packed.vrm | grep -o '"changed":[a-z]*'
"changed":true
$ vrm diff kept.vrm packed.vrm && vrm diff one.vrm packed.vrm
kept.vrm and packed.vrm mean the same
one.vrm and packed.vrm mean the same
$ vrm optimize -q one.vrm --skip pictures --max-side 16 -o no.vrm
! vrm optimize: --skip pictures excludes --max-side, --picture-format and --quality
! Try `vrm help optimize`.
? 2
$ vrm optimize -q one.vrm --effort 10 -o no.vrm
! vrm optimize: --effort must be a number from 0 to 9
! Try `vrm help optimize`.
? 2
# Bones and springs, only if asked for.
$ vrm_scene hero hero.vrm && vrm optimize -q hero.vrm --fold-bones -o folded.vrm && vrm validate -q folded.vrm
$ vrm optimize hero.vrm --fold-bones --spring-joints 60 --dry-run | grep -o '  [bs][a-z ]*: [0-9]* to [0-9]*$'
  bones: 154 to 97
  spring joints: 94 to 60
$ vrm optimize -q folded.vrm --fold-bones -o again.vrm && cmp folded.vrm again.vrm
$ vrm optimize -q hero.vrm --spring-joints 60 -o sway.vrm && vrm validate -q sway.vrm
$ vrm optimize -q sway.vrm --spring-joints 60 -o again.vrm && cmp sway.vrm again.vrm
$ vrm optimize hero.vrm --spring-joints 2 --dry-run | grep -o 'of at most 2. .OPTIMIZE_SPRINGS_KEPT'
of at most 2. [OPTIMIZE_SPRINGS_KEPT
$ vrm optimize zero.vrm --spring-joints 2 --dry-run | grep -o 'of at most 2. .OPTIMIZE_SPRINGS_KEPT'
of at most 2. [OPTIMIZE_SPRINGS_KEPT
$ vrm optimize -q one.vrm --spring-joints 0 -o no.vrm
! vrm optimize: --spring-joints must be a number from 1 to 1000000
! Try `vrm help optimize`.
? 2
# Numbers are digits: no sign and no space that would turn them into others.
$ for o in "--triangles" "--spring-joints" "--max-side" "--atlas-side"; do for n in " -18446744073709551104" "+512" " 512" "-0" "5e2" ""; do vrm optimize -q one.vrm "$o" "$n" -o no.vrm 2>/dev/null && echo "$o '$n'"; done; done; ls no.vrm
! ls: cannot access 'no.vrm': No such file or directory
? 2
# Pictures of the same pixels become one, and so do their materials.
$ printf '%s' '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":0},"material":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],"materials":[{"name":"a","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}},{"name":"b","pbrMetallicRoughness":{"baseColorTexture":{"index":1}}}],"textures":[{"source":0},{"source":1}],"images":[{"mimeType":"image/png","uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAT0lEQVR4AQFEALv/AMgKHv8KyB7/Hh7I/1paAP8ACsge/x4eyP9aWgD/yAoe/wAeHsj/WloA/8gKHv8KyB7/AFpaAP/ICh7/Csge/x4eyP/3cR5RC5LcmwAAAABJRU5ErkJggg=="},{"mimeType":"image/png","uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAP0lEQVR4AQE0AMv/AMgKHgrIHh4eyFpaAAAKyB4eHshaWgDICh4AHh7IWloAyAoeCsgeAFpaAMgKHgrIHh4eyHcbDmGWMSNkAAAAAElFTkSuQmCC"}]}' > two.gltf; vrm optimize two.gltf -o single.glb | grep 'images\|materials'
  images: 2 to 1
  materials: 2 to 1
$ vrm diff two.gltf single.glb && vrm optimize -q single.glb -o again.glb && cmp single.glb again.glb
two.gltf and single.glb mean the same
# R-345: Meshes are joined, only if asked for.
$ vrm optimize hero.vrm --join-meshes -o joined.vrm | grep 'draw calls\|meshes'
  draw calls: 18 to 11
  meshes: 6 to 2
  skinned meshes: 6 to 2
  info: Meshes that were not joined: 1; their first-person settings differ. [OPTIMIZE_MESHES_KEPT] at /meshes
$ vrm validate -q joined.vrm && vrm optimize -q joined.vrm --join-meshes -o again.vrm && cmp joined.vrm again.vrm
$ vrm optimize -q one.vrm --join-meshes --drop-unbound --skip unused -o joined.vrm && vrm optimize -q joined.vrm --join-meshes --drop-unbound --skip unused -o again.vrm && cmp joined.vrm again.vrm
# R-340: Bind matrices that a skin of 0.x or the draft lacks are not written out: the nodes would count instead.
$ echo 'remove /skins/0/inverseBindMatrices' > edits; for k in 0.x 1.0-draft; do vrm_scene $k bare.vrm --edit edits; vrm optimize -q bare.vrm --fold-bones -o out.vrm && vrm diff --ignore nodes bare.vrm out.vrm | grep positions; vrm validate out.vrm | grep CONTRADICT; done
? 1
$ vrm_scene 0.x bare.vrm; J=$(seq -s, 1 82); printf '%s\n' "set /skins [{\"joints\":[$J]},{\"joints\":[$J,83]}]" 'set /nodes/86/skin 1' > edits; vrm_scene 0.x bare.vrm --edit edits; vrm optimize -q bare.vrm --join-meshes -o out.vrm && vrm diff --ignore nodes bare.vrm out.vrm | grep positions; vrm validate out.vrm | grep -o 'SKIN_BINDS_[A-Z_]*'
? 1
# Many files go to a folder, under their names; a motion stays one.
$ vrm_scene clip walk.vrma && vrm optimize -q one.vrm zero.vrm walk.vrma -o out/ && ls out && cmp out/one.vrm small.vrm
one.vrm
walk.vrma
zero.vrm
$ vrm optimize -q walk.vrma -o small.vrma && vrm diff walk.vrma small.vrma
walk.vrma and small.vrma mean the same
$ vrm optimize -q walk.vrma -o no.png
! vrm optimize: -o no.png: a file is written as .vrm, .vrma or .glb
! Try `vrm help optimize`.
? 2
# Through pipes, and in place only when asked.
$ vrm optimize -q - -o - < one.vrm | cmp - small.vrm
$ cp one.vrm here.vrm; vrm optimize -q here.vrm -o here.vrm
! vrm optimize: the output would overwrite the input here.vrm; --in-place is for that
! Try `vrm help optimize`.
? 2
$ vrm optimize -q here.vrm --in-place && cmp here.vrm small.vrm
$ vrm optimize one.vrm
! vrm optimize: say where to write: -o OUT, or --in-place; --dry-run writes nothing
! Try `vrm help optimize`.
? 2
# R-343: Materials of variants stay, under their new numbers, and equal ones become one.
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["KHR_materials_variants"],"extensions":{"KHR_materials_variants":{"variants":[{"name":"v"},{"name":"w"}]}},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":1,"extensions":{"KHR_materials_variants":{"mappings":[{"variants":[0],"material":2},{"variants":[1],"material":3}]}}}]}],"materials":[{"name":"unused","doubleSided":true},{"name":"worn","emissiveFactor":[0,0,1]},{"name":"second","emissiveFactor":[0,1,0]},{"name":"third","emissiveFactor":[0,0,1]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}' > worn.gltf; vrm optimize -q worn.gltf -o out.glb && vrm validate -q out.glb; grep -a -o '"material":[0-9]*\|"name":"[a-z][a-z]*"' out.glb | paste -s -d ' '
"name":"v" "name":"w" "material":0 "material":1 "material":0 "name":"worn" "name":"second"
# Bounds are those of numbers: a position that is none stays as it is.
$ printf '%s' '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[5,5,5]},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}],"buffers":[{"byteLength":54,"uri":"data:application/octet-stream;base64,AADAfwAAgH8AAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACgQAAAoEAAAKBAAAABAAIA"}]}' > none.gltf; vrm optimize -q none.gltf -o none.glb; grep -a -o '"m[inax]*":[^]]*]' none.glb
"min":[0,0,0]
"max":[1,1,0]
# glTF text becomes a GLB even where nothing can be saved in it.
$ printf '\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000' > one.bin; printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"one.bin"}]}' > text.gltf; vrm optimize -q text.gltf -o text.glb && vrm diff text.gltf text.glb && vrm optimize -q text.glb -o again.glb && cmp text.glb again.glb
text.gltf and text.glb mean the same
# What cannot be optimized is refused, and nothing is written.
$ printf '{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"no.bin"}],"bufferViews":[{"buffer":0,"byteLength":4}]}' > bare.gltf; vrm optimize bare.gltf -o no.vrm
! vrm optimize: bare.gltf: the file needs something that is not supported: The bytes of this buffer or image are not available, so the file cannot be written anew. [OPTIMIZE_DATA_MISSING]
? 1
$ vrm optimize --json bare.gltf -o no.vrm | cut -c 1-80
{"file":"bare.gltf","error":"the file needs something that is not supported","co
! vrm optimize: bare.gltf: the file needs something that is not supported: The bytes of this buffer or image are not available, so the file cannot be written anew. [OPTIMIZE_DATA_MISSING]
$ head -c 100 one.vrm > cut.vrm; vrm optimize -q cut.vrm -o no.vrm
! vrm optimize: cut.vrm: not a glTF file, or cut short: The file ends inside the data of a chunk; it was cut short. [GLB_UNEXPECTED_END_OF_CHUNK_DATA]
? 1
$ ls no.vrm
! ls: cannot access 'no.vrm': No such file or directory
? 2
# R-340: Materials that are drawn alike share pictures; the page holds its side, which is a power of two.
$ vrm optimize zero.vrm -o atlas.vrm --atlas | grep -o 'ATLAS_[A-Z_]*' | sort | uniq -c | tr -s ' '
 3 ATLAS_MATERIAL_ALONE
 3 ATLAS_MATERIAL_BOUND
 1 ATLAS_UV_MOVED
$ printf 'set /extensions/VRMC_vrm/expressions {}\nset /materials/1/doubleSided false\nremove /materials/1/normalTexture\n' > edits; vrm_scene 1.0 flat.vrm --edit edits && vrm optimize --json -q flat.vrm -o fewer.vrm --atlas --atlas-side 512 | grep -o '"materials":[0-9]*' | head -2
"materials":7
"materials":6
$ vrm optimize -q fewer.vrm -o again.vrm --atlas --atlas-side 512 && cmp again.vrm fewer.vrm
# R-388: Memory of textures is compared with that of the file as it was given.
$ for o in "" "--atlas" "--skip pictures"; do vrm optimize flat.vrm --dry-run --json $o | grep -o '"textureMemory":{"before":[0-9]*'; done | uniq | wc -l | tr -d ' '
1
$ vrm optimize -q zero.vrm -o no.vrm --atlas --atlas-side 1000
! vrm optimize: --atlas-side is a power of two from 256 to 8192
! Try `vrm help optimize`.
? 2
# Meshes that cannot be joined are named with the reason, and so is a file that becomes larger.
$ printf '%s\n' 'set /nodes/84/extensions {"EXT_of_somebody":{}}' > stranger; vrm_scene 1.0 stranger.vrm --edit stranger
$ vrm optimize stranger.vrm --join-meshes --dry-run | grep -o 'Meshes that were not joined: 1.*'
Meshes that were not joined: 1; a node has an extension that is not known. [OPTIMIZE_MESHES_KEPT] at /meshes
$ vrm optimize -q one.vrm --meshopt -o packed.vrm; vrm optimize packed.vrm --dense -o large.vrm | grep -o 'becomes larger.*' | sed 's/[0-9][0-9]*/N/g'
becomes larger, from N to N bytes: what was asked for takes more than is saved. [OPTIMIZE_LARGER]
$ vrm optimize one.vrm -o small.vrm | grep -c LARGER
0
? 1
# Four findings and more that say the same become one, with the first places.
$ for i in 1 2 3 4; do echo 'insert /extensions/VRM/secondaryAnimation/boneGroups/1/bones/- 57'; done > twice; vrm_scene 0.x twice.vrm --edit twice
$ vrm optimize twice.vrm --dry-run | tail -5
  warning: 4 x SPRING_ROOT_OVERLAPS: A root bone is listed twice or lies below another root bone; each node sways once. Remove the second.
      /extensions/VRM/secondaryAnimation/boneGroups/1/bones/1
      /extensions/VRM/secondaryAnimation/boneGroups/1/bones/2
      /extensions/VRM/secondaryAnimation/boneGroups/1/bones/3
      and 1 more (--json lists them)
