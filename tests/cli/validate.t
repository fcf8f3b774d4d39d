# A finding has a place, a severity, a sentence and a code; errors make the status 1.
$ vrm_scene 1.0 good.vrm
$ printf '%s\n' 'set /nodes/0/camera 5' > edit
$ vrm_scene 1.0 bad.vrm --edit edit
$ vrm validate --severity error good.vrm
good.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate --severity error bad.vrm
bad.vrm:9017: error: The index 5 points at nothing: /cameras has 0 elements. [UNRESOLVED_REFERENCE] at /nodes/0/camera (node "Root")
bad.vrm: VRM 1.0: 1 error, 0 warnings, 0 infos, 0 hints
? 1
$ vrm validate --severity error --max 0 bad.vrm | head -1
bad.vrm: 1 more finding not shown (--max)
$ vrm validate --json --severity error bad.vrm | cut -c 1-120
{"file":"bad.vrm","dialect":"1.0","errors":1,"warnings":0,"infos":0,"hints":0,"findings":[{"code":"UNRESOLVED_REFERENCE"
# Ignored codes do not count.
$ vrm validate -q --ignore UNRESOLVED_REFERENCE bad.vrm
$ vrm validate -q bad.vrm
? 1
# What is no model at all is judged too, not refused.
$ printf 'glTF' > cut.vrm; vrm validate cut.vrm
cut.vrm:4: error: The file ends inside the 12-byte GLB header; it was cut short. [GLB_UNEXPECTED_END_OF_HEADER]
cut.vrm: glTF: 1 error, 0 warnings, 0 infos, 0 hints
? 1
# Many files: one line of JSON each, whatever happens to the others.
$ vrm validate --json bad.vrm missing.vrm good.vrm 2> messages | cut -d'"' -f 1-4
{"file":"bad.vrm
{"file":"missing.vrm
{"file":"good.vrm
$ cat messages
vrm validate: missing.vrm: No such file or directory
$ vrm validate --severity loud good.vrm
! vrm validate: --severity is error, warning, info or hint, not loud
! Try `vrm help validate`.
? 2
$ vrm validate --ignore NO_SUCH_RULE good.vrm
! vrm validate: --ignore: there is no rule NO_SUCH_RULE
! Try `vrm help validate`.
? 2
$ vrm validate --max many good.vrm
! vrm validate: --max takes a number
! Try `vrm help validate`.
? 2
$ vrm validate
! vrm validate: no FILE
! Try `vrm help validate`.
? 2
$ vrm validate - < good.vrm --severity error
-: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
# More than three findings of one code become one line with the first places; names stand beside pointers.
$ printf '%s\n' 'set /nodes/0/camera 5' 'set /nodes/1/camera 5' 'set /nodes/2/camera 5' 'set /nodes/3/camera 6' > edit
$ vrm_scene 1.0 many.vrm --edit edit
$ vrm validate --severity error many.vrm
many.vrm: error: 4 x UNRESOLVED_REFERENCE: An index points at something that the file does not have. Correct the index, or export the file again.
    /nodes/0/camera (node "Root"): The index 5 points at nothing: /cameras has 0 elements.
    /nodes/1/camera (node "Hips"): The index 5 points at nothing: /cameras has 0 elements.
    /nodes/2/camera (node "Spine"): The index 5 points at nothing: /cameras has 0 elements.
    and 1 more (--all lists them)
many.vrm: VRM 1.0: 4 errors, 0 warnings, 0 infos, 0 hints
? 1
$ vrm validate --severity error --all many.vrm | cut -d: -f 3- | tail -2
 error: The index 6 points at nothing: /cameras has 0 elements. [UNRESOLVED_REFERENCE] at /nodes/3/camera (node "Chest")
 4 errors, 0 warnings, 0 infos, 0 hints
# With --max every finding is told once: as a place, in its group's last line, or in the line of --max.
$ printf '%s\n' 'set /nodes/4/mesh 77' >> edit; vrm_scene 1.0 mixed.vrm --edit edit; for n in 0 2 3 4; do vrm validate --severity error --max $n mixed.vrm | cut -c 1-60; done
mixed.vrm: 5 more findings not shown (--max)
mixed.vrm: VRM 1.0: 5 errors, 0 warnings, 0 infos, 0 hints
mixed.vrm: error: 5 x UNRESOLVED_REFERENCE: An index points 
    /nodes/0/camera (node "Root"): The index 5 points at not
    /nodes/1/camera (node "Hips"): The index 5 points at not
    and 2 more (--all lists them)
mixed.vrm: 1 more finding not shown (--max)
mixed.vrm: VRM 1.0: 5 errors, 0 warnings, 0 infos, 0 hints
mixed.vrm: error: 5 x UNRESOLVED_REFERENCE: An index points 
    /nodes/0/camera (node "Root"): The index 5 points at not
    /nodes/1/camera (node "Hips"): The index 5 points at not
    /nodes/2/camera (node "Spine"): The index 5 points at no
    and 2 more (--all lists them)
mixed.vrm: VRM 1.0: 5 errors, 0 warnings, 0 infos, 0 hints
mixed.vrm: error: 5 x UNRESOLVED_REFERENCE: An index points 
    /nodes/0/camera (node "Root"): The index 5 points at not
    /nodes/1/camera (node "Hips"): The index 5 points at not
    /nodes/2/camera (node "Spine"): The index 5 points at no
    and 2 more (--all lists them)
mixed.vrm: VRM 1.0: 5 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate --severity error --max 2 many.vrm | sed -n '3,5p'
    /nodes/1/camera (node "Hips"): The index 5 points at nothing: /cameras has 0 elements.
    and 1 more (--all lists them)
many.vrm: 1 more finding not shown (--max)
# A joint is called by its node; JSON has every finding, with the name.
$ printf '%s\n' 'set /extensions/VRMC_springBone/springs/0/joints/0/dragForce 2' > edit
$ vrm_scene 1.0 joint.vrm --edit edit; vrm validate joint.vrm --severity warning | grep -o 'at .*'
at /extensions/VRMC_springBone/springs/0/joints/0/dragForce (node "Hair1_1")
$ vrm validate joint.vrm --json | grep -o '"name":"[^}]*,"byteOffset'
"name":"node \"Hair1_1\"","byteOffset

# What kind of file it is: an avatar, an animation or neither.
$ vrm_scene clip kind.vrma; vrm validate kind.vrma
kind.vrma: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate - <kind.vrma
-: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
# A required extension that is not read is named; where it holds meshes or pictures that is an error, and commands that need these refuse the file by name.
$ packed() { echo '{"asset":{"version":"2.0"},"extensionsUsed":["'$1'"],"extensionsRequired":["'$1'"],"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{}]}' >packed.gltf; vrm validate --json packed.gltf | grep -o '"code":"REQUIRED_EXTENSION_[A-Z]*","severity":"[a-z]*"'; vrm info packed.gltf; vrm render --backend null packed.gltf -o packed.png; }; for e in KHR_draco_mesh_compression KHR_meshopt_compression EXT_texture_avif EXT_mesh_of_tomorrow; do packed $e; done
"code":"REQUIRED_EXTENSION_REFUSED","severity":"error"
"code":"REQUIRED_EXTENSION_REFUSED","severity":"error"
"code":"REQUIRED_EXTENSION_REFUSED","severity":"error"
"code":"REQUIRED_EXTENSION_UNKNOWN","severity":"warning"
packed.gltf: glTF without VRM, 164 bytes JSON, 0 bytes binary
  not read         The file requires the extension "EXT_mesh_of_tomorrow", which libvrm does not know: what uses it may be missing or look wrong.
  nodes            1
! vrm info: packed.gltf: the file needs something that is not supported: The meshes are compressed with Draco, which libvrm does not read; save the file without mesh compression or with EXT_meshopt_compression. [REQUIRED_EXTENSION_REFUSED]
! vrm render: packed.gltf: the file needs something that is not supported: The meshes are compressed with Draco, which libvrm does not read; save the file without mesh compression or with EXT_meshopt_compression. [REQUIRED_EXTENSION_REFUSED]
! vrm info: packed.gltf: the file needs something that is not supported: The meshes are compressed with KHR_meshopt_compression, which libvrm does not read; save the file without mesh compression or with EXT_meshopt_compression. [REQUIRED_EXTENSION_REFUSED]
! vrm render: packed.gltf: the file needs something that is not supported: The meshes are compressed with KHR_meshopt_compression, which libvrm does not read; save the file without mesh compression or with EXT_meshopt_compression. [REQUIRED_EXTENSION_REFUSED]
! vrm info: packed.gltf: the file needs something that is not supported: The pictures are AVIF, which libvrm does not read; save the file with PNG, JPEG or WebP pictures. [REQUIRED_EXTENSION_REFUSED]
! vrm render: packed.gltf: the file needs something that is not supported: The pictures are AVIF, which libvrm does not read; save the file with PNG, JPEG or WebP pictures. [REQUIRED_EXTENSION_REFUSED]
! vrm render: packed.gltf: there is nothing to draw in it: The file requires the extension "EXT_mesh_of_tomorrow", which libvrm does not know: what uses it may be missing or look wrong. [REQUIRED_EXTENSION_UNKNOWN]
? 1
