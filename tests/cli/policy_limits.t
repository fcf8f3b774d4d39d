# Every limit that a policy can state: an avatar at the limit passes, and one above it does not. The names come from the command, so that none can be left out.
$ vrm_scene 1.0 one.vrm --constraints 2 && vrm_scene hero sparse.vrm --compact && echo '{"policy":1,"limits":{"?":1}}' >p.json
$ p() { echo "{\"policy\":1,\"limits\":{\"$1\":$2}}" >p.json; vrm validate --policy p.json $3 | sed -n '1s/.* has //;1p'; }
> for n in $(vrm validate --policy p.json one.vrm 2>&1 | sed 's/.*one of //;s/,//g'); do
>  case $n in sparseAccessors) f=sparse.vrm ;; *) f=one.vrm ;; esac
>  case $n in height) at=1.66 below=1.64 ;; textureSide) at=256 below=255 ;; *) at=$(p $n 0 $f | sed 's/ .*//') below=$((at-1)) ;; esac
>  case $(p $n $at $f) in *" 0 errors"*) p $n $below $f ;; *) echo "$n: $at is refused" ;; esac; done | sed '1s/[0-9][0-9]*/N/g'
N bytes; the policy allows N. [POLICY_FILE_SIZE]
87 nodes; the policy allows 86. [POLICY_NODES] at /nodes
81 nodes that are joints of skins; the policy allows 80. [POLICY_BONES] at /skins
5 meshes; the policy allows 4. [POLICY_MESHES] at /meshes
9 primitives; the policy allows 8. [POLICY_PRIMITIVES] at /meshes
9 draw calls (material slots); the policy allows 8. [POLICY_DRAW_CALLS] at /meshes
3 nodes with skinned meshes; the policy allows 2. [POLICY_SKINNED_MESHES] at /nodes
2 nodes with meshes that have no skin; the policy allows 1. [POLICY_UNSKINNED_MESHES] at /nodes
2114 vertices; the policy allows 2113. [POLICY_VERTICES] at /meshes
2816 triangles; the policy allows 2815. [POLICY_TRIANGLES] at /meshes
7 materials; the policy allows 6. [POLICY_MATERIALS] at /materials
8 textures; the policy allows 7. [POLICY_TEXTURES] at /textures
9 images; the policy allows 8. [POLICY_IMAGES] at /images
256 pixels along a side; the policy allows 255. [POLICY_TEXTURE_SIDE] at /images/8 (image "Thumbnail")
68352 pixels in all images; the policy allows 68351. [POLICY_TEXTURE_PIXELS] at /images
15016 bytes of textures in graphics memory; the policy allows 15015. [POLICY_TEXTURE_MEMORY] at /images
18 morph targets; the policy allows 17. [POLICY_MORPH_TARGETS] at /meshes
43 sparse accessors; the policy allows 42. [POLICY_SPARSE_ACCESSORS] at /accessors
20 expressions; the policy allows 19. [POLICY_EXPRESSIONS]
6 spring chains; the policy allows 5. [POLICY_SPRINGS]
24 spring joints; the policy allows 23. [POLICY_SPRING_JOINTS]
9 colliders; the policy allows 8. [POLICY_COLLIDERS]
66 checks of joints against colliders; the policy allows 65. [POLICY_COLLIDER_CHECKS]
2 node constraints; the policy allows 1. [POLICY_CONSTRAINTS]
1.65 metres of height; the policy allows 1.64. [POLICY_HEIGHT]
# Formats of images, and extensions: one name, a list, or an object with names. A severity of its own.
$ printf '%s\n' 'set /extensionsUsed ["VRMC_vrm","EXT_texture_webp"]' 'set /extensionsRequired ["KHR_mesh_quantization"]' >edit; vrm_scene 1.0 packed.vrm --edit edit
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | grep -o '[a-z]*: .*POLICY.*'; }
> p '"imageFormats":"png"'; p '"imageFormats":["jpeg","png","webp"]'; p '"imageFormats":{"names":["webp","ktx2"],"severity":"warning","source":"a page","date":"2026-11","note":"why"}' | head -n 2
> p '"refusedExtensions":"KHR_draco_mesh_compression"'; p '"refusedExtensions":["EXT_texture_webp","KHR_mesh_quantization","KHR_draco_mesh_compression"]' packed.vrm; p '"severity":"hint","refusedExtensions":{"names":"VRMC_vrm"}'
> p '"dialects":{"names":"0.x","severity":"info"}'
vrm: warning: The image is png, which the policy does not accept. [POLICY_IMAGE_FORMAT] at /images/0 (image "Skin")
vrm: warning: The image is png, which the policy does not accept. [POLICY_IMAGE_FORMAT] at /images/1 (image "Cloth")
vrm: error: The file uses EXT_texture_webp, which the policy refuses. [POLICY_EXTENSION] at /extensionsUsed/1
vrm: error: The file uses KHR_mesh_quantization, which the policy refuses. [POLICY_EXTENSION] at /extensionsRequired/0
vrm: hint: The file uses VRMC_vrm, which the policy refuses. [POLICY_EXTENSION] at /extensionsUsed/0
vrm: info: The file is VRM 1.0, which the policy does not accept. [POLICY_DIALECT]
# A side file that is not there is told by its type; bytes say more than the type.
$ printf '%s\n' 'set /images/0 {"uri":"a.bin","mimeType":"image/ktx2"}' 'set /images/1/mimeType "image/webp"' 'set /images/2 {"uri":"b.bin"}' >edit; vrm_scene 1.0 side.vrm --edit edit; echo '{"policy":1,"imageFormats":"png"}' >p.json; vrm validate --policy p.json --all side.vrm 2>/dev/null | grep -o 'The image is.*POLICY.*'
The image is ktx2, which the policy does not accept. [POLICY_IMAGE_FORMAT] at /images/0
The image is of no known format, which the policy does not accept. [POLICY_IMAGE_FORMAT] at /images/2
# What a demand says about itself has a form.
$ for j in '"limits":{"nodes":{"max":1,"date":"November"}}' '"limits":{"nodes":{"max":1,"date":"2026-1"}}' '"limits":{"nodes":{"max":1,"date":2026}}' '"limits":{"nodes":{"max":1,"source":1}}' '"limits":{"nodes":{"max":1,"note":[]}}' '"limits":{"nodes":{"max":1.5}}' '"limits":{"height":-1}' '"limits":{"height":"tall"}' '"imageFormats":"pgn"' '"imageFormats":[]' '"imageFormats":{"severity":"hint"}' '"refusedExtensions":1' '"refusedExtensions":{"name":"a"}' '"note":1'; do echo "{\"policy\":1,$j}" >p.json; vrm validate --policy p.json one.vrm; done
! vrm validate: p.json: /limits/nodes/date: a date is written YYYY-MM or YYYY-MM-DD
! vrm validate: p.json: /limits/nodes/date: a date is written YYYY-MM or YYYY-MM-DD
! vrm validate: p.json: /limits/nodes/date: a date is written YYYY-MM or YYYY-MM-DD
! vrm validate: p.json: /limits/nodes/source: a source is a string
! vrm validate: p.json: /limits/nodes/note: a note is a string
! vrm validate: p.json: /limits/nodes/max: a whole number, 0 or more, is expected
! vrm validate: p.json: /limits/height: a number, 0 or more, is expected
! vrm validate: p.json: /limits/height: a number, 0 or more, is expected
! vrm validate: p.json: /imageFormats: unknown value; did you mean png?
! vrm validate: p.json: /imageFormats: an empty list accepts nothing
! vrm validate: p.json: /imageFormats: there are no names
! vrm validate: p.json: /refusedExtensions: the name of an extension is expected
! vrm validate: p.json: /refusedExtensions/name: unknown member; did you mean names?
! vrm validate: p.json: /note: a note is a string
? 2
$ echo '{"policy":1,"note":"mine","limits":{"nodes":{"max":1000,"severity":"hint","source":"a page","date":"2026-11-17","note":"why"},"height":2.5}}' | vrm validate -q --policy - one.vrm
