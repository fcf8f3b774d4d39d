# What an artist is told when something is amiss, with every command alike.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && mkdir folder && echo '{"asset":{"version":"2.0"}}' > bare.gltf
$ echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' > still.json
# A folder in place of a file stands for the files in it; one that has none, or cannot, is told.
$ vrm info folder
! vrm info: folder: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
? 1
$ vrm validate folder
! vrm validate: folder: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
? 1
$ vrm migrate folder -o out/
! vrm migrate: folder: there is no .vrm, .glb or .gltf in this folder; subfolders are not searched
? 1
$ vrm info -q folder one.vrm
! vrm info: folder: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
? 1
$ vrm bake one.vrm --animation folder -o out.glb
! vrm bake: folder: Is a directory
? 3
$ vrm trace one.vrm folder
! vrm trace: folder: Is a directory
? 3
$ vrm receive -o folder
! vrm receive: folder: Is a directory
? 3
# With --json every file is one object, why it failed included.
$ vrm info --json none.vrm
{"file":"none.vrm","error":"reading or writing a file failed","message":"No such file or directory"}
! vrm info: none.vrm: No such file or directory
? 3
$ vrm migrate --json one.vrm -o none/out.vrm
{"file":"one.vrm","error":"reading or writing a file failed","message":"No such file or directory"}
! vrm migrate: none/out.vrm: there is no folder none
? 3
$ vrm meta --json one.vrm --set name= -o out.vrm
{"file":"one.vrm","error":"the file cannot be used","code":"UNDEFINED_PROPERTY","message":"The property 'name' is missing."}
! vrm meta: one.vrm: the result would have an error: The property 'name' is missing. [UNDEFINED_PROPERTY] at /extensions/VRMC_vrm/meta
! vrm meta: nothing written; --force writes it
? 1
$ vrm meta --json bare.gltf --set name=X -o out.vrm
{"file":"bare.gltf","error":"the file cannot be used","message":"no VRM avatar, so there is no meta to set"}
! vrm meta: bare.gltf: no VRM avatar, so there is no meta to set
? 1
$ vrm bake --json bare.gltf --expression happy=1 -o out.glb
{"file":"bare.gltf","error":"the file cannot be used","message":"no expression happy: the avatar has no expressions"}
! vrm bake: bare.gltf: no expression happy: the avatar has no expressions
? 1
# A file that is sound but not what is needed is not called broken; a broken clip or script says where.
$ vrm normalize bare.gltf -o out.vrm
! vrm normalize: bare.gltf: the file cannot be used: The file is no VRM avatar, so there is nothing to normalize. [NORMALIZE_NOT_AN_AVATAR]
? 1
$ vrm convert-motion still.json --avatar bare.gltf -o out.vrma
! vrm convert-motion: bare.gltf: this is no avatar: it has no bones to take poses of
? 1
$ head -c 100 wave.vrma > cut.vrma; vrm bake one.vrm --animation cut.vrma -o out.glb
! vrm bake: cut.vrma: not a glTF file, or cut short: The file ends inside the data of a chunk; it was cut short. [GLB_UNEXPECTED_END_OF_CHUNK_DATA]
? 1
$ vrm trace one.vrm cut.vrma
! vrm trace: cut.vrma: not a glTF file, or cut short: The file ends inside the data of a chunk; it was cut short. [GLB_UNEXPECTED_END_OF_CHUNK_DATA]
? 1
$ vrm convert-motion still.json --avatar cut.vrma -o out.vrma
! vrm convert-motion: cut.vrma: not a glTF file, or cut short: The file ends inside the data of a chunk; it was cut short. [GLB_UNEXPECTED_END_OF_CHUNK_DATA]
? 1
$ echo '{"format":"vrm-motion",' > cut.json; vrm trace one.vrm cut.json
! vrm trace: cut.json: the JSON text has a syntax error: Line 2, column 1: expected a key in double quotes, found the end.
? 1
$ ls out.* 2>/dev/null
? 2
# Help is given wherever it is asked for.
$ vrm info one.vrm --help | head -1
usage: vrm info [--json] [-q] [--thumbnail OUT] FILE...
$ vrm migrate -o out.vrm one.vrm -h | head -1
usage: vrm migrate FILE -o OUT [--to 1.0|0.x] [--set KEY=VALUE]...
$ vrm info -- --help
! vrm info: --help: No such file or directory
? 3
# An input is never overwritten, whichever it is.
$ echo picture > picture && cp picture kept.png
$ vrm meta one.vrm --thumbnail picture -o ./picture
! vrm meta: the output would overwrite the input picture
! Try `vrm help meta`.
? 2
$ vrm migrate one.vrm --thumbnail picture -o picture
! vrm migrate: the output would overwrite the input picture
! Try `vrm help migrate`.
? 2
$ cmp picture kept.png
# Words of the command line and names of files do not reach the terminal raw.
$ esc=$(printf '\033[31m'); vrm info "--$esc"; vrm meta one.vrm --set "$esc=1" -o out.vrm 2>&1 | cut -c1-40; vrm validate --ignore "$esc" one.vrm
vrm meta: meta of VRM 1.0 has no "\u{1b}
! vrm info: unknown option --\u{1b}[31m
! Try `vrm help info`.
! vrm validate: --ignore: there is no rule \u{1b}[31m
! Try `vrm help validate`.
? 2
$ esc=$(printf '\033[31m'); vrm trace one.vrm "$esc"; cp bare.gltf "$esc"; vrm trace one.vrm "$esc"; vrm bake one.vrm --animation "$esc" -o out.glb; vrm bake one.vrm --motion "$esc" -o out.glb
! vrm trace: \u{1b}[31m: No such file or directory
! vrm trace: \u{1b}[31m: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
! vrm bake: \u{1b}[31m: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
! vrm bake: \u{1b}[31m: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
$ esc=$(printf '\033[31m'); vrm trace one.vrm still.json -o "$esc/x"; vrm meta one.vrm --thumbnail "$esc" -o out.vrm
! vrm trace: \u{1b}[31m/x: Not a directory
! vrm meta: \u{1b}[31m: neither a PNG nor a JPEG picture
? 1
