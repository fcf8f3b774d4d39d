# An avatar that nobody moves stands and breathes, and any glTF program can show it.
$ vrm_scene 1.0 avatar.vrm && vrm_scene 0.x old.vrm && vrm_scene typical typical.vrm && vrm_scene clip clip.vrma
$ vrm bake avatar.vrm -o idle.glb
avatar.vrm: 481 frames, 8 s; 61 channels, 336 of 29341 keys kept (0.1 degrees, 0.0005 m, 0.002)
  info: The VRM extensions were taken out, since a VRM program would run springs and constraints a second time; the licence is in asset.extras.vrmMeta. [BAKE_VRM_REMOVED]
$ vrm validate --severity error idle.glb
idle.glb: glTF: 0 errors, 2 warnings, 1 info, 0 hints
$ vrm info --json idle.glb | grep -o '"dialect":null\|"animations":[0-9]*\|"springs":[0-9]*'
"dialect":null
"springs":0
"animations":1

# Clips and scripts; every frame is told, and how many keys were needed.
$ vrm bake --json old.vrm --animation clip.vrma -o clip.glb | grep -o '"frames":[0-9]*,"seconds":[0-9.]*\|"tolerance":{[^}]*}'
"frames":121,"seconds":2
"tolerance":{"degrees":0.1,"metres":0.0005,"weight":0.002}
$ vrm bake --json avatar.vrm --animation clip.vrma --fps 10 --seconds 4 -o clip.glb | grep -o '"frames":[0-9]*,"seconds":[0-9.]*'
"frames":41,"seconds":4
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,"tracks":[{"target":"expression","name":"wow1","property":"weight","const":1}]}' >script.json
$ vrm bake --json avatar.vrm --motion script.json -o script.glb | grep -o '"frames":[0-9]*,"seconds":[0-9.]*'
"frames":3,"seconds":0.2
$ vrm bake -q avatar.vrm --motion - -o - <script.json | cmp - script.glb

# What plain glTF cannot show is told; KHR_animation_pointer has it when asked for.
$ vrm bake avatar.vrm --motion script.json -o script.glb | grep -c BAKE_MATERIAL_LEFT
2
$ vrm bake -q avatar.vrm --motion script.json --materials -o script.glb && vrm info --json script.glb | grep -o KHR_animation_pointer
KHR_animation_pointer
$ vrm validate --severity error script.glb
script.glb: glTF: 0 errors, 2 warnings, 11 infos, 0 hints

# VRM stays in when asked for.
$ vrm bake -q avatar.vrm --keep-vrm -o kept.glb && vrm info --json kept.glb | grep -o '"dialect":"1.0"'
"dialect":"1.0"

# The file's own animation is baked again, its morph weights too; what an expression adds comes on top.
$ echo '{"format":"vrm-motion","version":1,"frames":31,"dt":0.1,"tracks":[{"target":"expression","name":"happy","property":"weight","components":[{"wave":{"amplitude":0.25,"offset":0.5}}]}]}' >smile.json
$ vrm bake -q avatar.vrm --motion smile.json --keep-vrm --tolerance 0,0,0 -o own.glb
$ vrm bake -q own.glb --animation own.glb --fps 10 --keep-vrm --tolerance 0,0,0 -o again.glb
$ for f in own again; do vrm trace $f.glb $f.glb --digits 5 | grep -o '"morph":\[[^]]*\]' >$f.txt; done; cmp own.txt again.txt; sort -u own.txt | wc -l
26
$ vrm bake -q own.glb --animation own.glb --fps 10 --keep-vrm --expression happy=0.25 --tolerance 0,0,0 -o more.glb
$ for f in own more; do vrm trace $f.glb $f.glb --digits 5 | tail -1 | grep -o '"morph":\[[^]]*\]'; done
"morph":[0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0.25,0,0,0]
"morph":[0,0,0,0,0,0,0,0,0,0,0.75,0,0,0,0.375,0,0,0]

# Data beside the file come into it: the same bytes as from one file. Clips may be spread as well.
$ size=$(od -An -tu4 -j12 -N4 own.glb | tr -d ' '); tail -c +21 own.glb | head -c $size | sed 's/"buffers":\[{/"buffers":[{"uri":"own.bin",/' >own.gltf; tail -c +$((size+29)) own.glb >own.bin
$ vrm bake -q own.gltf --animation own.gltf -o a.glb && vrm bake -q own.glb --animation own.glb -o b.glb && cmp a.glb b.glb
$ vrm trace own.gltf own.gltf | tail -n +2 >a.txt; vrm trace own.glb own.glb | tail -n +2 | cmp - a.txt
$ vrm convert-motion -q own.gltf --avatar own.gltf -o a.vrma && vrm convert-motion -q own.glb --avatar own.glb -o b.vrma && cmp a.vrma b.vrma
$ mv own.bin away.bin; vrm bake own.gltf -o none.glb
! vrm bake: own.gltf: the file needs something that is not supported: The bytes of this buffer or picture cannot be had; put the side file where the avatar expects it. [BAKE_DATA_NOT_IN_BIN]
? 1

# A face and a gaze for all of it.
$ vrm bake -q avatar.vrm --seconds 0 --expression happy=0.5 --look-at 1,1.4,2 -o face.glb
$ vrm bake avatar.vrm --expression joyous=1 -o none.glb
! vrm bake: avatar.vrm: no expression joyous; there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
$ vrm bake avatar.vrm --expression happy=2 -o none.glb
! vrm bake: --expression happy=2: NAME=WEIGHT with a weight of 0 to 1, or NAME
! Try `vrm help bake`.
? 2

# Wrong usage and wrong files write nothing.
$ vrm bake avatar.vrm
! vrm bake: say where to write: -o OUT
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --in-place
! vrm bake: unknown option --in-place; to remove root motion, use --remove-root-motion
! Try `vrm help bake`.
? 2
$ cp avatar.vrm avatar.glb; vrm bake avatar.glb -o avatar.glb
! vrm bake: the output would overwrite the input avatar.glb
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --animation clip.vrma --motion script.json -o none.glb
! vrm bake: --motion and --animation exclude each other
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --motion script.json --fps 10 -o none.glb
! vrm bake: a motion script has its own frames: no --fps, --seconds
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --fps 0 -o none.glb
! vrm bake: --fps must be a number from 1 to 1000
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --tolerance -1 -o none.glb
! vrm bake: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --tolerance 0.1,x -o none.glb
! vrm bake: --tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up
! Try `vrm help bake`.
? 2
$ vrm bake avatar.vrm --animation avatar.vrm -o none.glb
! vrm bake: avatar.vrm: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
# Nodes of a person move every avatar; others only the file that has them.
$ vrm bake -q typical.vrm --animation idle.glb -o typical.glb && vrm trace typical.vrm idle.glb | wc -l
482
$ echo '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Box"}],"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],"animations":[{"name":"slide","samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}' >box.gltf
$ vrm bake typical.vrm --animation box.gltf -o none.glb
! vrm bake: the animation moves the nodes of another file
? 1
$ vrm trace typical.vrm box.gltf
! vrm trace: box.gltf: the animation moves the nodes of another file
? 1
$ vrm bake avatar.vrm --animation missing.vrma -o none.glb
! vrm bake: missing.vrma: No such file or directory
? 3
$ vrm bake avatar.vrm --animation clip.vrma --seconds 80000 -o none.glb
! vrm bake: clip.vrma: this asks for 4800001 frames; the limit is 131072: --max-frames 4800001 allows them
? 1
$ vrm bake avatar.vrm -o nowhere/none.glb
! vrm bake: nowhere/none.glb: there is no folder nowhere
? 3
$ ls none.glb
! ls: cannot access 'none.glb': No such file or directory
? 2

# An expression that an avatar does not have is named with its file, and with those that there are.
$ vrm_scene clip bare.vrma; vrm_scene 1.0 few.vrm; vrm bake few.vrm --expression hapy --seconds 0 -o x.glb 2>&1 | cut -c 1-70
vrm bake: few.vrm: no expression hapy; did you mean happy? There are h

# A VRM animation is no avatar.
$ vrm bake clip.vrma -o none.glb; ls none.glb
! vrm bake: clip.vrma: this is a VRM animation, not an avatar; --animation plays it
! ls: cannot access 'none.glb': No such file or directory
? 2

# A picture that cannot be read is reported: its type is not known, or it ends too soon.
$ for p in 'no picture' '\211PNG\r\n\032\nxxxx'; do printf "$p" >bad.png; echo '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{}],"images":[{"uri":"bad.png"}]}' >p.gltf; vrm bake p.gltf --seconds 0 -o p.glb | tail -n 1; done
  warning: This picture cannot be read, and is in the baked file as it was; save it again as PNG or JPEG. [BAKE_IMAGE_BROKEN] at /images/0
  warning: This picture cannot be read, and is in the baked file as it was; save it again as PNG or JPEG. [BAKE_IMAGE_BROKEN] at /images/0
