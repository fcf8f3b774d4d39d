# FILE... -o FOLDER/ is the same for every command that writes: each result under its file's own name.
$ mkdir in && vrm_scene 1.0 in/one.vrm && vrm_scene 0.x in/zero.vrm && vrm_scene clip in/wave.vrma && echo text > in/notes.txt
$ vrm meta in/one.vrm in/zero.vrm -o meta/ && cmp in/one.vrm meta/one.vrm && cmp in/zero.vrm meta/zero.vrm
$ vrm migrate -q in/one.vrm in/zero.vrm -o new/1.0/ && vrm validate --severity error new/1.0
new/1.0/one.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
new/1.0/zero.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
$ vrm normalize -q in -o flat/ && ls flat
one.vrm
zero.vrm
$ vrm bake -q in --animation in/wave.vrma --seconds 0.1 -o baked/ && ls baked
one.glb
zero.glb
$ cp in/wave.vrma a.vrma; vrm convert-motion -q a.vrma in/wave.vrma -o clips/ && ls clips
a.vrma
wave.vrma
$ vrm trace in --motion in/wave.vrma -o traces/ && ls traces
one.jsonl
zero.jsonl
$ vrm render -q --backend null --size 8 in -o shots/ && ls shots
one.png
zero.png
$ vrm render -q --backend null --size 8 in/one.vrm in/zero.vrm --animate films/ --seconds 0.1 && ls films
one.webp
zero.webp
$ vrm render -q --backend null --size 8 in --thumbnail -o faced/ && ls faced
one.vrm
zero.vrm
# A folder as input stands for the files in it that fit, by name; info and validate know clips too.
$ vrm info in | grep VRM | cut -d, -f1
in/one.vrm: VRM 1.0
in/wave.vrma: VRM animation
in/zero.vrm: VRM 0.x
$ vrm validate in | cut -d: -f1,2
in/one.vrm: VRM 1.0
in/wave.vrma: VRM animation
in/zero.vrm: VRM 0.x
$ vrm meta in --json | cut -d'"' -f4
in/one.vrm
in/zero.vrm
# One that is not there stops nothing else; the worst status counts.
$ mkdir empty; vrm info empty in/one.vrm | head -1 | cut -d, -f1; vrm info -q empty in/one.vrm
in/one.vrm: VRM 1.0
! vrm info: empty: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
! vrm info: empty: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
? 1
# Two results of one name, and results over inputs, are refused before anything is written.
$ mkdir other && cp in/one.vrm other; vrm migrate in/one.vrm other/one.vrm -o out/
! vrm migrate: in/one.vrm and other/one.vrm would both be written to out/one.vrm
! Try `vrm help migrate`.
? 2
$ vrm normalize in -o in
! vrm normalize: the output would overwrite the input in/one.vrm; --in-place is for that
! Try `vrm help normalize`.
? 2
$ vrm migrate in -o single.vrm
! vrm migrate: several FILEs go to a folder: -o FOLDER/
! Try `vrm help migrate`.
? 2
$ vrm convert-motion a.vrma in/wave.vrma -o one.vrma
! vrm convert-motion: several FILEs go to a folder: -o FOLDER/
! Try `vrm help convert-motion`.
? 2
$ vrm trace in/one.vrm in/zero.vrm --motion in/wave.vrma
! vrm trace: several AVATARs go to a folder: -o FOLDER/
! Try `vrm help trace`.
? 2
$ ls out single.vrm one.vrma
! ls: cannot access 'out': No such file or directory
! ls: cannot access 'single.vrm': No such file or directory
! ls: cannot access 'one.vrma': No such file or directory
? 2
# Whatever cannot be made of one file does not stop the others.
$ echo junk > in/bad.vrm; vrm migrate -q in -o more/; ls more
one.vrm
zero.vrm
! vrm migrate: in/bad.vrm: not a glTF file, or cut short: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
# One JSON object for each file, with where it went.
$ rm in/bad.vrm; vrm normalize --json in -o flat/ | cut -d'"' -f 4,8
in/one.vrm"flat/one.vrm
in/zero.vrm"flat/zero.vrm
# migrate and normalize make a GLB of glTF text: in a folder it is called .vrm; text that is written as it is stays .gltf.
$ text() { size=$(od -An -tu4 -j12 -N4 $1 | tr -d ' '); tail -c +21 $1 | head -c $size | sed "s/\"buffers\":\[{/\"buffers\":[{\"uri\":\"$2.bin\",/" >text/$2.gltf; tail -c +$((size+29)) $1 >text/$2.bin; }
> mkdir text && text in/zero.vrm old && vrm_scene 1.0 turned.vrm --rotated && text turned.vrm turned && echo '{"asset":{"version":"2.0"}}' > text/none.gltf
$ vrm migrate -q text/old.gltf in/one.vrm -o fromtext/ && vrm normalize --json text/turned.gltf -o fromtext/ | cut -d'"' -f 4,8; ls fromtext; vrm validate --severity error fromtext/old.vrm
text/turned.gltf"fromtext/turned.vrm
old.vrm
one.vrm
turned.vrm
fromtext/old.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
$ vrm migrate in/zero.vrm -q -o z.vrm && cmp z.vrm fromtext/old.vrm
$ vrm migrate text/turned.gltf -o text/new.gltf && ls text
text/turned.gltf: already VRM 1.0, written as it is
new.gltf
none.gltf
old.bin
old.gltf
turned.bin
turned.gltf
$ vrm migrate text/none.gltf -o fromtext/
! vrm migrate: text/none.gltf: the file cannot be used: The file is no VRM avatar, so there is nothing to migrate. [MIGRATE_NOT_AN_AVATAR]
? 1
$ vrm migrate text/old.gltf --in-place; vrm normalize --json text/turned.gltf --in-place
{"file":"text/turned.gltf","error":"the file cannot be used","message":"the result is a GLB, which does not go into a .gltf file: write it with -o OUT.vrm or -o FOLDER/"}
! vrm migrate: text/old.gltf: the result is a GLB, which does not go into a .gltf file: write it with -o OUT.vrm or -o FOLDER/
! vrm normalize: text/turned.gltf: the result is a GLB, which does not go into a .gltf file: write it with -o OUT.vrm or -o FOLDER/
? 1
# Both names are looked at before anything is written.
$ mkdir both && cp text/old.* both && cp in/zero.vrm both/old.vrm && vrm migrate both -o bothout/
! vrm migrate: both/old.gltf and both/old.vrm would both be written to bothout/old.vrm
! Try `vrm help migrate`.
? 2
$ cd text && ln -s ../turned.vrm turned.vrm && cd .. && vrm normalize text/turned.gltf turned.vrm -o text/; rm text/turned.vrm
! vrm normalize: text/turned.gltf and turned.vrm would both be written to text/turned.vrm
! Try `vrm help normalize`.
# Two results that links lead to one file are refused as well.
$ mkdir linked && ln -s zero.vrm linked/one.vrm && ln -s ../linked/zero.vrm other/zero.vrm; vrm normalize in -o linked/; ls linked
one.vrm
! vrm normalize: in/one.vrm and in/zero.vrm would both be written to linked/zero.vrm
! Try `vrm help normalize`.
$ touch linked/zero.vrm; vrm normalize in -o linked/; wc -c <linked/zero.vrm
0
! vrm normalize: in/one.vrm and in/zero.vrm would both be written to linked/zero.vrm
! Try `vrm help normalize`.
$ rm linked/zero.vrm; ln -s ../other/one.vrm linked/zero.vrm; rm linked/one.vrm; ln -s ../linked/../other/one.vrm linked/one.vrm; vrm meta in -o linked/
! vrm meta: in/one.vrm and in/zero.vrm would both be written to linked/zero.vrm
! Try `vrm help meta`.
? 2
$ rm linked/one.vrm; vrm meta in -o linked/ && cmp in/zero.vrm other/one.vrm && test -L linked/zero.vrm
# A picture that is cut short is no thumbnail.
$ vrm render -q --backend null --size 64 in/one.vrm -o face.png && head -c 60 face.png >cut.png; vrm meta in --thumbnail cut.png -o cut/; vrm migrate in/zero.vrm --thumbnail cut.png -o cut/; ls cut
! vrm meta: cut.png: the picture is broken or cut short
! vrm meta: cut.png: the picture is broken or cut short
! vrm migrate: cut.png: the picture is broken or cut short
# --recursive takes the avatars of subfolders too, for every command that writes; two results of one name are refused.
$ mkdir -p library/a/b && cp in/one.vrm library/a/b/deep.vrm && cp in/zero.vrm library/a/old.vrm && cp in/wave.vrma library/a/
$ vrm render -q --backend null --size 8 library -o pictures/
! vrm render: library: there is no .vrm, .glb or .gltf in this folder; subfolders are not searched
? 1
$ vrm render -q --backend null --size 8 --recursive library -o pictures/ && ls pictures
deep.png
old.png
$ vrm migrate -q -r library -o migrated/ && vrm normalize -q -r library -o normal/ && vrm meta -q -r library -o kept/ && ls migrated normal kept | sort -u | grep .vrm
deep.vrm
old.vrm
$ vrm bake -q -r library --animation in/wave.vrma --seconds 0.1 -o bakes/ && vrm trace -r library --motion in/wave.vrma -o tracks/ && vrm convert-motion -q -r library -o moves/ && ls bakes tracks moves | sort -u | grep [.]
deep.glb
deep.jsonl
old.glb
old.jsonl
wave.vrma
$ cp in/one.vrm library/old.vrm && vrm render -q --backend null --size 8 -r library -o twice/; ls twice 2>/dev/null
! vrm render: library/a/old.vrm and library/old.vrm would both be written to twice/old.png
! Try `vrm help render`.
? 2
