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
