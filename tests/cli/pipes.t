# - is standard input or standard output wherever a file is read or written.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma && echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' >still.json && vrm render -q --backend null --size 64 one.vrm -o face.png
$ vrm info - <one.vrm | head -1 | cut -d, -f1; vrm validate - <one.vrm; vrm meta --json - <one.vrm | cut -c1-12
-: VRM 1.0
-: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
{"file":"-",
$ vrm info --thumbnail - one.vrm >p; vrm info --thumbnail q.png one.vrm -q; cmp p q.png; vrm info --json --thumbnail - one.vrm | cmp - q.png
$ vrm meta - --set name=X -o - <one.vrm | vrm info - | sed -n 2p; vrm meta one.vrm --thumbnail - -o - <face.png | vrm info --thumbnail - - | cmp - face.png
  name             X
$ vrm migrate -q - -o - <zero.vrm | vrm validate --severity error -; vrm normalize -q - -o - <zero.vrm | vrm validate -
-: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
-: VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm bake -q - --animation wave.vrma -o - <zero.vrm >a; vrm bake -q zero.vrm --animation - -o - <wave.vrma | cmp - a; vrm bake -q zero.vrm --motion - -o - <still.json | vrm validate -q -
$ vrm convert-motion -q - -o - <wave.vrma >a; vrm convert-motion -q wave.vrma -o b.vrma; cmp a b.vrma; vrm convert-motion -q still.json --avatar - -o - <one.vrm | vrm validate -
-: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm trace - still.json <one.vrm | tail -n +2 >a; vrm trace one.vrm - <still.json -o - | tail -n +2 | cmp - a
$ vrm render -q - --backend null --size 8 -o - <one.vrm | cut -c2-4 | head -1; vrm render -q one.vrm --thumbnail --backend null --size 8 -o - | vrm validate -; vrm crowd -q - --count 2 --seconds 0.1 <one.vrm
PNG
-:507: hint: The thumbnail has only 8 x 8 pixels; 1024 x 1024 is recommended. [META_THUMBNAIL_SMALL] at /extensions/VRMC_vrm/meta/thumbnailImage
-: VRM 1.0: 0 errors, 0 warnings, 0 infos, 1 hint
$ vrm bake - --animation - -o out.glb <zero.vrm; vrm migrate - - -o out/ <zero.vrm
! vrm bake: standard input can be read only once
! Try `vrm help bake`.
! vrm migrate: standard input can be read only once
! Try `vrm help migrate`.
? 2
# So it is under its other names: what is printed does not follow the file.
$ vrm migrate zero.vrm -o a.vrm >/dev/null; vrm render one.vrm --backend null --size 8 -o a.png >/dev/null; for out in /dev/stdout /dev/fd/1 /proc/self/fd/1; do vrm migrate zero.vrm -o $out 2>/dev/null | cmp - a.vrm; vrm render one.vrm --backend null --size 8 -o $out 2>/dev/null | cmp - a.png; vrm migrate zero.vrm -o $out 2>/dev/null >b; cmp a.vrm b; done
# Input that can be no avatar or motion is refused by its first bytes, also when it has no end.
$ yes | vrm validate -; yes | vrm info -; yes | vrm convert-motion - -o out.vrma; yes | vrm trace - still.json -o out
-:0: error: The file is neither GLB nor glTF text: it begins with 0x0a790a79 instead of "glTF" or "{". [GLB_INVALID_MAGIC]
-: glTF: 1 error, 0 warnings, 0 infos, 0 hints
! vrm info: -: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with 0x0a790a79 instead of "glTF" or "{". [GLB_INVALID_MAGIC]
! vrm convert-motion: -: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm trace: -: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with 0x0a790a79 instead of "glTF" or "{". [GLB_INVALID_MAGIC]
? 1
$ yes '{"a":1},' | vrm info - --limit file_bytes=1M; yes '{"a":1},' | vrm trace - still.json -o out --limit file_bytes=1M
! vrm info: -: the file exceeds a limit: The file has more bytes than the limit file_bytes of 1048576; raise the limit if you trust the file. [LIMIT_FILE_BYTES] (--limit NAME=VALUE)
! vrm trace: -: the file is larger than the limit file_bytes of 1048576; --limit file_bytes=VALUE raises it
? 1
# Standard input is there once.
$ for c in info validate meta 'diff -q' 'migrate -o out/' 'crowd -n 1'; do vrm $c - - </dev/null; echo $?; done 2>&1 | grep -v '^Try'
vrm info: standard input can be read only once
2
vrm validate: standard input can be read only once
2
vrm meta: standard input can be read only once
2
vrm diff: only one of the two can be standard input
2
vrm migrate: standard input can be read only once
2
vrm crowd: only one of FILEs and CLIP can be standard input
2
# So is a device or a named pipe.
$ timeout 20 vrm info /dev/zero; timeout 20 vrm validate /dev/zero
/dev/zero:0: error: The file is neither GLB nor glTF text: it begins with 0x00000000 instead of "glTF" or "{". [GLB_INVALID_MAGIC]
/dev/zero: glTF: 1 error, 0 warnings, 0 infos, 0 hints
! vrm info: /dev/zero: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with 0x00000000 instead of "glTF" or "{". [GLB_INVALID_MAGIC]
? 1
# A named pipe is read once.
$ mkfifo named; printf '{"asset":{"version":"2.0"},"nodes":[{"mesh":9}]}' >bad.gltf; cat bad.gltf >named & timeout 20 vrm validate --severity error named; cat one.vrm >named & timeout 20 vrm trace named still.json | tail -n +2 >a; vrm trace one.vrm still.json | tail -n +2 | cmp - a; cat wave.vrma >named & timeout 20 vrm convert-motion -q named -o - | vrm validate -
named:44: error: The index 9 points at nothing: /meshes has 0 elements. [UNRESOLVED_REFERENCE] at /nodes/0/mesh
named: glTF: 1 error, 0 warnings, 2 infos, 0 hints
-: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
