# Motion capture becomes a VRM animation, by the names that the usual programs give to joints.
$ cat >walk.bvh <<'END'
> HIERARCHY
> ROOT mixamorig:Hips
> {
>   OFFSET 0 0 0
>   CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
>   JOINT mixamorig:Spine
>   {
>     OFFSET 0 10 0
>     CHANNELS 3 Zrotation Xrotation Yrotation
>     JOINT mixamorig:Head
>     {
>       OFFSET 0 50 0
>       CHANNELS 3 Zrotation Xrotation Yrotation
>       End Site
>       {
>         OFFSET 0 15 0
>       }
>     }
>   }
>   JOINT mixamorig:LeftUpLeg
>   {
>     OFFSET 9 -5 0
>     CHANNELS 3 Zrotation Xrotation Yrotation
>     End Site
>     {
>       OFFSET 0 -85 0
>     }
>   }
>   JOINT Bein
>   {
>     OFFSET -9 -5 0
>     CHANNELS 3 Zrotation Xrotation Yrotation
>     End Site
>     {
>       OFFSET 0 -85 0
>     }
>   }
> }
> MOTION
> Frames: 3
> Frame Time: 0.5
> 0 90 0 0 0 0 0 0 0 0 0 0 0 10 0 0 -10 0
> 0 92 10 0 0 0 0 5 0 0 0 0 0 -10 0 0 10 0
> 0 90 20 0 0 0 0 0 0 0 0 30 0 10 0 0 -10 0
> END
$ vrm convert-motion walk.bvh -o walk.vrma | grep -v BONES_MISSING
walk.bvh: BVH, 3 frames, 1 s; 5 channels, 14 of 15 keys kept
  info: Joints that were not recognised as bones (1): Bein. Those between bones move what hangs on them, the others are left out. A mapping can name them. [MOTION_JOINTS_UNNAMED]
$ vrm validate --severity warning walk.vrma
walk.vrma: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm_scene 1.0 avatar.vrm && vrm trace avatar.vrm walk.vrma | wc -l
62

# A mapping names what is not recognised; what it says of a bone comes first.
$ echo 'Bein = rightUpperLeg' >map.txt
$ vrm convert-motion --json walk.bvh --map map.txt -o walk.vrma | grep -c 'recognised as rightUpperLeg'
0
? 1
$ echo 'Bein = leg' >bad.txt
$ vrm convert-motion walk.bvh --map bad.txt -o none.vrma
! vrm convert-motion: bad.txt: line 1: "leg" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy
? 1
$ vrm convert-motion --json walk.bvh --fps 10 --tolerance 0 -o walk.vrma | grep -o '"kind":"BVH","frames":[0-9]*,"seconds":[0-9.]*'
"kind":"BVH","frames":11,"seconds":1

# Scripts, with and without an avatar; traces; and other animations.
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.5,"tracks":[{"target":"bone","name":"head","property":"rotation","axisAngles":[{"axis":[0,1,0],"degrees":{"wave":{"amplitude":30,"hz":0.5}}}]},{"target":"expression","name":"happy","property":"weight","const":0.5},{"target":"lookAt","property":"yawPitch","const":[10,5]}]}' >script.json
# The other way, with every frame; what it says is read again as it was.
$ vrm convert-motion -q walk.bvh -o again.bvh && sed -n '1,5p;/^Frames/p' again.bvh
HIERARCHY
ROOT hips
{
  OFFSET 0.000000 89.999998 0.000000
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
Frames: 3
$ vrm convert-motion --json again.bvh -o again.vrma | grep -o '"kind":"BVH","frames":[0-9]*,"seconds":[0-9.]*'
"kind":"BVH","frames":3,"seconds":1
# A take that is not there is not read, whether the format has takes or not.
$ vrm convert-motion walk.bvh --take Walk -o none.vrma
! vrm convert-motion: walk.bvh: the file cannot be used: There is no take of the name "Walk"; the file has none. [MOTION_TAKE_UNKNOWN]
? 1
# Feet end on the ground, with toes or without: the hips are as high when it is read again.
$ vrm_scene clip bare.vrma && vrm_scene hero-clip toes.vrma && for n in bare toes; do vrm convert-motion -q $n.vrma -o once.bvh && vrm convert-motion -q once.bvh --feet free -o twice.bvh && grep -h -m 1 OFFSET once.bvh twice.bvh | cut -d. -f1,2; done
  OFFSET 0.000000 89
  OFFSET 0.000000 89
  OFFSET 0.000000 79
  OFFSET 0.000000 79
$ vrm convert-motion walk.bvh -o walk.fbx
! vrm convert-motion: -o walk.fbx: motion is written as .vrma, .glb or .bvh
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion script.json -o script.vrma
script.json: script, 3 frames, 1 s; 3 channels, 6 of 9 keys kept
$ vrm validate --severity warning script.vrma
script.vrma: VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm convert-motion script.json --avatar avatar.vrm -o script2.vrma
script.json: script, 3 frames, 1 s; 3 channels, 6 of 9 keys kept
$ vrm trace avatar.vrm script.json -o trace.jsonl && vrm convert-motion trace.jsonl -o trace.vrma
trace.jsonl: trace, 3 frames, 1 s; 70 channels, 73 of 210 keys kept
$ vrm convert-motion walk.vrma --fps 4 -o again.vrma
walk.vrma: VRM animation, 5 frames, 1 s; 5 channels, 14 of 25 keys kept
$ vrm convert-motion -q - -o - <script.json | cmp - script.vrma

# Wrong usage and wrong files write nothing.
$ vrm convert-motion walk.bvh
! vrm convert-motion: no -o OUT, --list, --map-template or --quality
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion -o none.vrma
! vrm convert-motion: no IN, and no --audio or --visemes
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion walk.vrma -o walk.vrma
! vrm convert-motion: the output would overwrite the input walk.vrma
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion -q walk.bvh --rest first -o first.vrma && vrm validate --severity warning -q first.vrma
$ vrm convert-motion walk.bvh --rest a -o none.vrma
! vrm convert-motion: --rest is auto, t, corrected, first or bind, not a
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion walk.bvh --scale 0 -o none.vrma
! vrm convert-motion: --scale is how many metres a unit is, from 0.000001 to 1000000
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion avatar.vrm -o none.vrma
! vrm convert-motion: avatar.vrm: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
$ echo HIERARCHY >cut.bvh && vrm convert-motion cut.bvh -o none.vrma
! vrm convert-motion: cut.bvh: the file cannot be used: This is no BVH file: ROOT was expected here. [BVH_SYNTAX]
? 1
$ head -1 trace.jsonl >cut.jsonl && echo '{"f":0}' >>cut.jsonl && vrm convert-motion cut.jsonl -o none.vrma
! vrm convert-motion: cut.jsonl: line 2 is no frame of this trace
? 1
$ vrm convert-motion missing.bvh -o none.vrma
! vrm convert-motion: missing.bvh: No such file or directory
? 3
$ ls none.vrma
! ls: cannot access 'none.vrma': No such file or directory
? 2

# As many frames as there were, whatever the length: times are rounded in files.
$ for n in 7 130 822 1785; do awk -v n=$n 'BEGIN { print "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: " n + 1 "\nFrame Time: 0.0333333"; for (i = 0; i <= n; i++) print 0, 90, 0, 0, 20 * sin(i), 0 }' >long.bvh; vrm convert-motion long.bvh -o long.vrma | grep -o '[0-9]* frames'; vrm convert-motion long.bvh --fps 30 -o same.vrma | grep -o '[0-9]* frames'; vrm convert-motion long.vrma --fps 30 -o again.vrma | grep -o '[0-9]* frames'; done | uniq -c
      3 8 frames
      3 131 frames
      3 823 frames
      3 1786 frames

# An animation that stays as it is keeps its keys, at whatever times they are.
$ awk 'BEGIN { print "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: 33\nFrame Time: 0.0416667"; for (i = 0; i < 33; i++) print 0, 90 + i % 3, 0, 0, 40 * sin(3 * i), 0 }' >kicks.bvh; vrm convert-motion kicks.bvh --tolerance 0 -q -o kicks.vrma; vrm convert-motion kicks.vrma --tolerance 0 -o again.vrma | grep -o '[0-9]* frames'; vrm convert-motion again.vrma --tolerance 0 -o third.vrma | grep -o '[0-9]* frames'
33 frames
33 frames
$ vrm convert-motion kicks.vrma --fps 60 -o again.vrma | grep -o '[0-9]* frames'
81 frames

# A trace and a script state the times of their frames: --fps is not silently ignored.
$ vrm convert-motion walk.bvh -o walk.vrma -q; vrm_scene 1.0 one.vrm > /dev/null; vrm trace one.vrm walk.vrma -o walk.jsonl -q; vrm convert-motion walk.jsonl --fps 10 -o x.vrma
! vrm convert-motion: walk.jsonl: a trace or a motion script states the times of its frames; leave --fps out
? 1
# What only motion of other programs has is not taken for another motion, where it would be ignored.
$ vrm_scene clip other.vrma; echo > none.txt; for o in '--map none.txt' '--scale 2' '--rest t' --keep-place; do vrm convert-motion other.vrma $o -o never.vrma; done 2>&1 | sort | uniq -c | sed 's/^ *//'; ls never.vrma
1 vrm convert-motion: other.vrma: --keep-place is for motion of other programs; leave it out
1 vrm convert-motion: other.vrma: --map is for motion of other programs; leave it out
1 vrm convert-motion: other.vrma: --rest is for motion of other programs; leave it out
1 vrm convert-motion: other.vrma: --scale is for motion of other programs; leave it out
! ls: cannot access 'never.vrma': No such file or directory
? 2
# An animation keeps its name unless it gets another.
$ vrm convert-motion -q walk.bvh --name wink -o wink.vrma; for to in "" "--avatar avatar.vrm" "--name blink"; do vrm convert-motion -q wink.vrma $to -o again.vrma; vrm info again.vrma | grep ' animation '; done
  animation        wink: 1 s, 5 tracks
  animation        wink: 1 s, 4 tracks
  animation        blink: 1 s, 5 tracks

# glTF with the skeleton of a person: its joints are recognised by their names, its takes by theirs.
$ vrm_scene clip clip.vrma > /dev/null; vrm bake -q one.vrm --animation clip.vrma --tolerance 0 -o person.glb && vrm convert-motion person.glb --feet free --tolerance 0 -o person.vrma | grep -v UNNAMED
person.glb: glTF, 121 frames, 2 s; 9 channels, 521 of 1089 keys kept
  info: The bind pose of the mesh is taken for the rest pose: 55 of 55 bones have one, and the arms are up to 0 degrees off the T-pose. [MOTION_REST_FROM_BIND]
$ vrm convert-motion person.glb --take Nothing -o x.vrma
! vrm convert-motion: person.glb: the file cannot be used: There is no take of the name "Nothing"; the file has "bake". [MOTION_TAKE_UNKNOWN]
? 1
$ vrm convert-motion person.glb --rest bind -o bind.vrma -q && vrm validate -q --severity warning bind.vrma
$ vrm convert-motion walk.vrma --take Walk -o x.vrma
! vrm convert-motion: walk.vrma: --take is for motion of other programs; leave it out
? 1
$ vrm convert-motion script.json --rest t -o x.vrma
! vrm convert-motion: script.json: --rest is for motion of other programs; leave it out
? 1
$ echo '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Box"}],"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],"animations":[{"name":"slide","samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}' >box.gltf; vrm convert-motion box.gltf -o x.vrma
! vrm convert-motion: box.gltf: the file cannot be used: No hips were recognised among the joints (1: Box); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
? 1
$ echo 'Box = head' >box.txt; vrm convert-motion box.gltf --map box.txt -o x.vrma
! vrm convert-motion: box.gltf: the file cannot be used: No hips were recognised among the joints (1: Box); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
? 1

# Feet that rest are held, for the avatar at hand; the report says what came of it.
$ vrm convert-motion person.glb -o held.vrma | grep feet
  feet: 4 contacts held; they slide 0.0 mm at most (29.9 free), soles are 0.0 mm below the ground (9.4); leftUpperLeg is off by 11.6 degrees
$ vrm convert-motion clip.vrma --avatar one.vrm --json -o held.vrma | grep -o '"held":true,"contacts":4'
"held":true,"contacts":4
$ vrm convert-motion clip.vrma --json -o held.vrma | grep -c '"held"'
0
? 1
$ vrm convert-motion clip.vrma --feet hold --remove-root-motion --loop --json -o held.vrma | grep -o '"loop":{"firstFrame":[0-9]*'
"loop":{"firstFrame":0
$ vrm validate -q held.vrma
$ vrm convert-motion clip.vrma --feet flat -o none.vrma
! vrm convert-motion: --feet is auto, hold or free, not flat
! Try `vrm help convert-motion`.
? 2
# Motion of other programs is held on the avatar that is baked.
$ vrm convert-motion -q clip.vrma -o clip.bvh && vrm convert-motion -q clip.bvh --feet free --tolerance 0 -o free.vrma && vrm convert-motion clip.bvh --avatar one.vrm -o held.vrma | grep -c 'contacts held'
1
$ vrm bake -q one.vrm --animation clip.bvh -o a.glb && vrm bake -q one.vrm --animation free.vrma -o b.glb && cmp -s a.glb b.glb
? 1
# Every take that moves to a file of its own.
$ vrm_scene fbx walk.fbx && vrm convert-motion -q walk.fbx --all-takes -o takes/ && ls takes
walk-Walk.vrma
$ vrm convert-motion walk.fbx --all-takes -o takes.vrma; vrm convert-motion walk.fbx --all-takes --take x -o takes/
! vrm convert-motion: --all-takes goes without --take, and to a folder: -o FOLDER/
! Try `vrm help convert-motion`.
! vrm convert-motion: --all-takes goes without --take, and to a folder: -o FOLDER/
! Try `vrm help convert-motion`.
? 2
$ vrm convert-motion - --all-takes -o takes/ < walk.fbx
! vrm convert-motion: -: --all-takes reads a file several times; this is a pipe
? 1
$ vrm convert-motion -q walk.bvh --all-takes -o takes/ && ls takes/walk.vrma
takes/walk.vrma
