# Names of outputs: an ending that promises what is not written is refused, in any case, before any work.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma && cp wave.vrma other.vrma
$ for name in t.png t.FBX t.bvh t.json t.obj; do vrm migrate zero.vrm -o $name; done
! vrm migrate: -o t.png: an avatar is written as .vrm or .glb
! Try `vrm help migrate`.
! vrm migrate: -o t.FBX: an avatar is written as .vrm or .glb
! Try `vrm help migrate`.
! vrm migrate: -o t.bvh: an avatar is written as .vrm or .glb
! Try `vrm help migrate`.
! vrm migrate: -o t.json: an avatar is written as .vrm or .glb
! Try `vrm help migrate`.
! vrm migrate: -o t.obj: an avatar is written as .vrm or .glb
! Try `vrm help migrate`.
? 2
$ vrm normalize one.vrm -o t.fbx; vrm meta one.vrm -o t.blend; vrm render one.vrm --thumbnail -o t.png
! vrm normalize: -o t.fbx: an avatar is written as .vrm or .glb
! Try `vrm help normalize`.
! vrm meta: -o t.blend: an avatar is written as .vrm or .glb
! Try `vrm help meta`.
! vrm render: -o t.png: an avatar is written as .vrm or .glb
! Try `vrm help render`.
? 2
$ for name in t.png t.vrm t.gltf t.fbx; do vrm bake one.vrm --seconds 0 -o $name; done
! vrm bake: -o t.png: what is baked is written as .glb
! Try `vrm help bake`.
! vrm bake: -o t.vrm: what is baked is written as .glb
! Try `vrm help bake`.
! vrm bake: -o t.gltf: what is baked is written as .glb
! Try `vrm help bake`.
! vrm bake: -o t.fbx: what is baked is written as .glb
! Try `vrm help bake`.
? 2
$ vrm convert-motion wave.vrma -o t.csv; vrm convert-motion wave.vrma -o t.gltf; vrm trace one.vrm wave.vrma -o t.csv; vrm receive -o t.bvh
! vrm convert-motion: -o t.csv: motion is written as .vrma, .glb or .bvh
! Try `vrm help convert-motion`.
! vrm convert-motion: -o t.gltf: motion is written as .vrma, .glb or .bvh
! Try `vrm help convert-motion`.
! vrm trace: -o t.csv: a trace is written as .jsonl
! Try `vrm help trace`.
! vrm receive: -o t.bvh: a VRM animation is written as .vrma
! Try `vrm help receive`.
? 2
$ vrm render one.vrm -o t.bmp; vrm render one.vrm --animate t.mov
! vrm render: -o t.bmp: a picture is written as .png or .webp; --animate makes a .gif, and --thumbnail goes into an avatar
! Try `vrm help render`.
! vrm render: --animate t.mov: a name that ends in .mp4, .webm, .webp, .png, .apng or .gif, or a folder
! Try `vrm help render`.
? 2
# A GLB is not called .gltf, and glTF text nothing else.
$ vrm migrate zero.vrm -o t.gltf
! vrm migrate: t.gltf: what is written is a GLB: call it .vrm or .glb
? 1
$ echo '{"asset":{"version":"2.0"}}' > bare.gltf; vrm meta bare.gltf -o t.vrm; vrm meta bare.gltf -o t.gltf && cmp bare.gltf t.gltf && rm t.gltf
! vrm meta: t.vrm: bare.gltf is glTF text and stays text: call the output .gltf
$ ls t.*
! ls: cannot access 't.*': No such file or directory
? 2
# Endings that promise nothing, standard output and devices are taken as they are.
$ vrm meta one.vrm -o t.new && vrm meta one.vrm -o plain && vrm meta one.vrm -o v1.2 && vrm meta one.vrm -o /dev/null && cmp one.vrm t.new && ls t.new plain v1.2
plain
t.new
v1.2
$ vrm bake -q one.vrm --seconds 0 --keep-vrm -o t.vrm && vrm render -q --backend null --size 8 one.vrm -o T.WEBP && head -c 4 T.WEBP; echo
RIFF
# A second output is not taken for the first, nor a folder that is not there for one that is.
$ vrm meta one.vrm -o a.vrm -o b.vrm
! vrm meta: --output is given twice: a.vrm and b.vrm
! Try `vrm help meta`.
? 2
$ vrm render --backend null one.vrm -o missing/x.png
! vrm render: missing/x.png: there is no folder missing
? 3
$ vrm trace one.vrm wave.vrma -o missing/x.jsonl
! vrm trace: missing/x.jsonl: there is no folder missing
? 3
# Side files of an input are inputs: no output takes their place, by whatever name.
$ mkdir s && printf '\0\0\0\0\0\0\0\0\0\0\0\0' > 's/a mesh.bin' && cp 's/a mesh.bin' s/kept && ln -s 'a mesh.bin' s/link.glb
$ echo '{"asset":{"version":"2.0"},"buffers":[{"byteLength":12,"uri":"a%20mesh.bin"}],"images":[{"uri":"cube.png"}]}' > s/cube.gltf && cp s/kept s/cube.png
$ vrm bake s/cube.gltf --seconds 0 -o 's/a mesh.bin'
! vrm bake: the output would overwrite the input s/a mesh.bin
! Try `vrm help bake`.
? 2
$ vrm bake s/cube.gltf --seconds 0 -o s/link.glb
! vrm bake: the output would overwrite the input s/a mesh.bin
! Try `vrm help bake`.
? 2
$ vrm render --backend null s/cube.gltf -o s
! vrm render: the output would overwrite the input s/cube.png
! Try `vrm help render`.
? 2
$ vrm render --backend null one.vrm --animation s/cube.gltf -o s/cube.png
! vrm render: the output would overwrite the input s/cube.png
! Try `vrm help render`.
? 2
$ vrm render --backend null s/cube.gltf --frames 2 -o 's/cube%d.png' 2>&1 | head -1; cp s/kept s/cube1.png; sed -i s/cube.png/cube1.png/ s/cube.gltf; vrm render --backend null s/cube.gltf --frames 2 -o 's/cube%d.png'
vrm render: s/cube.gltf: there is nothing to draw in it
! vrm render: the output would overwrite the input s/cube1.png
! Try `vrm help render`.
? 2
$ vrm convert-motion s/cube.gltf -o 's/a mesh.bin'; vrm trace one.vrm s/cube.gltf -o 's/a mesh.bin'; vrm meta s/cube.gltf -o 's/a mesh.bin'
! vrm convert-motion: the output would overwrite the input s/a mesh.bin
! Try `vrm help convert-motion`.
! vrm trace: the output would overwrite the input s/a mesh.bin
! Try `vrm help trace`.
! vrm meta: the output would overwrite the input s/a mesh.bin
! Try `vrm help meta`.
? 2
$ for f in 's/a mesh.bin' s/cube.png s/cube1.png; do cmp "$f" s/kept; done
# Text with side files stays beside them.
$ vrm meta s/cube.gltf -o cube.gltf; vrm meta s/cube.gltf -o s/again.gltf && cmp s/cube.gltf s/again.gltf
! vrm meta: cube.gltf: s/cube.gltf has side files, which would not be found from there: write to its own folder
# An output appears whole or not at all, and is as private as what it replaces, also while it is written.
$ chmod 600 one.vrm; cp -p one.vrm a.vrm; (ulimit -f 8; vrm meta -q a.vrm --set name=Y --in-place); ls -l a.vrm* | cut -c 1-10; cmp one.vrm a.vrm
-rw-------
! vrm meta: a.vrm: File too large
$ vrm trace one.vrm wave.vrma -o a.jsonl; chmod 600 a.jsonl; (ulimit -f 8; vrm trace one.vrm wave.vrma -o a.jsonl); ls -l a.jsonl* | cut -c 1-10
-rw-------
! vrm trace: a.jsonl: File too large
# What a killed run left does not block the next one; long names, and links to what is not there yet, work.
$ rm a.jsonl*; sh -c 'touch a.jsonl.$$.part; exec vrm trace one.vrm wave.vrma -o a.jsonl' && ls a.jsonl
a.jsonl
$ long=$(printf 'n%.0s' $(seq 249)); vrm trace one.vrm wave.vrma -o $long.jsonl && cmp a.jsonl $long.jsonl && vrm meta one.vrm -o $long.vrm && rm n*
$ mkdir deep && ln -s deep/far.jsonl near.jsonl && ln -s near.jsonl link.jsonl && vrm trace one.vrm wave.vrma -o link.jsonl && test -L link.jsonl && test -L near.jsonl && cmp a.jsonl deep/far.jsonl
$ ln -s deep/far.vrm link.vrm && vrm meta one.vrm -o link.vrm && test -L link.vrm && cmp one.vrm deep/far.vrm
$ ln -s around.vrm around2.vrm; ln -s around2.vrm around.vrm; vrm meta one.vrm -o around.vrm; vrm trace one.vrm wave.vrma -o around.vrm.jsonl && rm around.vrm.jsonl
! vrm meta: around.vrm: Too many levels of symbolic links
# A full standard output is told.
$ vrm info one.vrm >/dev/full
! vrm: standard output: writing failed: No space left on device
? 3
$ vrm info --json one.vrm one.vrm >/dev/full
! vrm: standard output: writing failed: No space left on device
? 3
$ vrm help >/dev/full
! vrm: standard output: writing failed: No space left on device
? 3
$ vrm meta one.vrm -o - >/dev/full
! vrm meta: -: No space left on device
! vrm: standard output: writing failed: No space left on device
? 3
# A name that is no UTF-8 is made it.
$ bad=$(printf 'f\377.vrm'); cp one.vrm "$bad"; vrm trace "$bad" wave.vrma | head -1 | cut -c 76-94
ile":"f�.vrm","sh
# What is baked stands alone: a picture that is not there is told, one that is comes along, from a GLB too.
$ mkdir b && echo '{"asset":{"version":"2.0"},"images":[{"uri":"gone.png"}],"nodes":[{}]}' > b/gone.gltf; vrm bake b/gone.gltf --seconds 0 -o gone.glb
! vrm bake: b/gone.gltf: the file needs something that is not supported: The bytes of this buffer or picture cannot be had; put the side file where the avatar expects it. [BAKE_DATA_NOT_IN_BIN]
? 1
$ vrm render -q --backend null --size 8 one.vrm -o b/gone.png && vrm bake -q b/gone.gltf --seconds 0 -o gone.glb && mkdir c && cp gone.glb c && vrm validate --severity error c/gone.glb && grep -c gone.png c/gone.glb
c/gone.glb: glTF: 0 errors, 0 warnings, 2 infos, 0 hints
0
? 1
# Long text is printed whole, in pieces that cut no character.
$ for unit in xä 日本 🎀z; do long=$(printf "$unit%.0s" $(seq 40)); vrm info "$long" 2>&1 | grep -c "info: $long: No such file"; done
1
1
1

# An option that is no list is given once, whichever it is: nobody can say which of two was meant.
$ vrm bake one.vrm --animation a.vrma --animation b.vrma -o c.glb
! vrm bake: --animation is given twice: a.vrma and b.vrma
! Try `vrm help bake`.
? 2
$ vrm trace --vrm0 native --vrm0=migrated one.vrm
! vrm trace: --vrm0 is given twice: native and migrated
! Try `vrm help trace`.
? 2
$ vrm info --color never --color always one.vrm
! vrm info: --color is given twice: never and always
! Try `vrm help info`.
? 2
$ vrm validate --max 1 --max 2 one.vrm
! vrm validate: --max is given twice: 1 and 2
! Try `vrm help validate`.
? 2
$ vrm convert-motion --fps 30 --fps 60 a.vrma -o b.vrma
! vrm convert-motion: --fps is given twice: 30 and 60
! Try `vrm help convert-motion`.
? 2
$ vrm migrate -j 2 -j2 one.vrm -o x/
! vrm migrate: --jobs is given twice: 2 and 2
! Try `vrm help migrate`.
? 2
$ vrm info -q -q one.vrm

# The mode of a file that is replaced is kept, but for the bits that let a program act as its owner.
$ vrm_scene 1.0 mode.vrm && chmod 4750 mode.vrm && vrm meta -q mode.vrm --set name=Z --in-place && stat -c %a mode.vrm
750
