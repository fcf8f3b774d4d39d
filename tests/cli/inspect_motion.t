# --list says what is in a motion file, and writes nothing. R-484
$ vrm_scene vmd walk.vmd && vrm_scene pmx figure.pmx && vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && vrm convert-motion -q walk.vmd --model figure.pmx -o walk.vrma && vrm convert-motion -q walk.vrma -o walk.bvh && mkdir empty && cd empty && vrm convert-motion ../walk.bvh --list && ls
../walk.bvh: BVH, 61 frames, 2 s, 30 frames per second
  rest pose: of the file; confidence 1.00
  takes: 1
    #1 (this one)
  joints: 20; recognised as bones: 20
    hips = hips
    spine = spine
    chest = chest
    head = head
    leftShoulder = leftShoulder
    leftUpperArm = leftUpperArm
    leftLowerArm = leftLowerArm
    leftHand = leftHand
    leftIndexProximal = leftIndexProximal
    rightUpperArm = rightUpperArm
    rightLowerArm = rightLowerArm
    rightHand = rightHand
    leftUpperLeg = leftUpperLeg
    leftLowerLeg = leftLowerLeg
    leftFoot = leftFoot
    leftToes = leftToes
    rightUpperLeg = rightUpperLeg
    rightLowerLeg = rightLowerLeg
    rightFoot = rightFoot
    rightToes = rightToes
  morphs: 0
  expressions: 0
$ vrm convert-motion walk.vmd --model figure.pmx --list | grep -A100 -e 'morphs:'
  morphs: 10
    eyeLookDownRigh = eyeLookDownRight
    あ = aa
    い = ih
    う = ou
    え = ee
    お = oh
    じと目 = じと目
    まばたき = blink
    笑い = happy
    ｳｨﾝｸ２右 = blinkRight
  expressions: 10
  info: The rest pose is no T-pose; arms and legs were brought to it. If they come out turned, take it for one: --rest t (VRM_CAPTURE_REST_T_POSE). [MOTION_REST_CORRECTED]
$ vrm convert-motion walk.vmd --model figure.pmx --list --json | grep -o '"kind":.*"takes":[^]]*]'; vrm convert-motion walk.vmd --list --json | grep -o '"joints":.*' | cut -c 1-80
"kind":"VMD","converts":true,"frames":61,"seconds":2,"fps":30,"rest":{"from":"file","confidence":1},"gaze":true,"takes":[{"name":"","isRead":true}]
"joints":[{"name":"全ての親","bone":null},{"name":"センター","bone":null
# VRM animations, scripts and traces have their bones by name.
$ vrm convert-motion wave.vrma --list; echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,"tracks":[{"target":"bone","name":"head","property":"rotation","samples":[0,0,0,1,0,0.1,0,0.995,0,0.2,0,0.98]},{"target":"expression","name":"happy","property":"weight","samples":[0,0.5,1]}]}' > nod.json; vrm convert-motion nod.json --list; vrm trace one.vrm nod.json -o nod.jsonl; vrm convert-motion nod.jsonl --list | head -3
wave.vrma: VRM animation, 124 frames, 2 s
  takes: 1
    #1 wave (this one)
  joints: 53; recognised as bones: 53
    Hips = hips
    Spine = spine
    Chest = chest
    UpperChest = upperChest
    Neck = neck
    Head = head
    Jaw = jaw
    LeftUpperLeg = leftUpperLeg
    LeftLowerLeg = leftLowerLeg
    LeftFoot = leftFoot
    LeftToes = leftToes
    RightUpperLeg = rightUpperLeg
    RightLowerLeg = rightLowerLeg
    RightFoot = rightFoot
    RightToes = rightToes
    LeftShoulder = leftShoulder
    LeftUpperArm = leftUpperArm
    LeftLowerArm = leftLowerArm
    LeftHand = leftHand
    RightShoulder = rightShoulder
    RightUpperArm = rightUpperArm
    RightLowerArm = rightLowerArm
    RightHand = rightHand
    LeftThumbMetacarpal = leftThumbMetacarpal
    LeftThumbProximal = leftThumbProximal
    LeftThumbDistal = leftThumbDistal
    LeftIndexProximal = leftIndexProximal
    LeftIndexIntermediate = leftIndexIntermediate
    LeftIndexDistal = leftIndexDistal
    LeftMiddleProximal = leftMiddleProximal
    LeftMiddleIntermediate = leftMiddleIntermediate
    LeftMiddleDistal = leftMiddleDistal
    LeftRingProximal = leftRingProximal
    LeftRingIntermediate = leftRingIntermediate
    LeftRingDistal = leftRingDistal
    LeftLittleProximal = leftLittleProximal
    LeftLittleIntermediate = leftLittleIntermediate
    LeftLittleDistal = leftLittleDistal
    RightThumbMetacarpal = rightThumbMetacarpal
    RightThumbProximal = rightThumbProximal
    RightThumbDistal = rightThumbDistal
    RightIndexProximal = rightIndexProximal
    RightIndexIntermediate = rightIndexIntermediate
    RightIndexDistal = rightIndexDistal
    RightMiddleProximal = rightMiddleProximal
    RightMiddleIntermediate = rightMiddleIntermediate
    RightMiddleDistal = rightMiddleDistal
    RightRingProximal = rightRingProximal
    RightRingIntermediate = rightRingIntermediate
    RightRingDistal = rightRingDistal
    RightLittleProximal = rightLittleProximal
    RightLittleIntermediate = rightLittleIntermediate
    RightLittleDistal = rightLittleDistal
  morphs: 0
  expressions: 3
    happy
    blink
    wow1
nod.json: script, 3 frames, 0.2 s, 10 frames per second
  takes: 1
    #1 (this one)
  joints: 1; recognised as bones: 1
    head = head
  morphs: 0
  expressions: 1
    happy
nod.jsonl: trace, 3 frames, 0.2 s, 10 frames per second
  takes: 1
    #1 (this one)
# A script may come from a pipe. One that moves the face alone lists no joints.
$ cat nod.json | vrm convert-motion - --list | head -4; echo '{"format":"vrm-motion","version":1,"frames":2,"dt":1,"tracks":[{"target":"expression","name":"happy","property":"weight","samples":[0,1]}]}' | vrm convert-motion - --list; vrm convert-motion nod.json --list -q
-: script, 3 frames, 0.2 s, 10 frames per second
  takes: 1
    #1 (this one)
  joints: 1; recognised as bones: 1
-: script, 2 frames, 1 s, 1 frame per second
  takes: 1
    #1 (this one)
  joints: 0; recognised as bones: 0
  morphs: 0
  expressions: 1
    happy
# Where no person is recognised, joints are listed beside the error: that is when they are needed. They are in the mapping, too. R-482
$ printf 'HIERARCHY\nROOT Base\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT Part\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Part\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT # top = "1"\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 90 0 0 0 0 10 0 0 20 0 0 30 0 0\n0 90 0 0 0 0 0 0 0 0 0 0 0 0 0\n' > odd.bvh
$ vrm convert-motion odd.bvh --list
odd.bvh: BVH
  joints: 4; recognised as bones: 0
    Base = -
    Part#1 = -
    Part#2 = -
    # top = "1" = -
  morphs: 0
  expressions: 0
! vrm convert-motion: odd.bvh: the file cannot be used: No hips were recognised among the joints (4: Base, Part, Part, # top = "1"); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
? 1
$ vrm convert-motion odd.bvh --list --json 2>/dev/null | grep -o '"converts":false.*"morphs"'; vrm convert-motion odd.bvh --map-template odd.txt; cat odd.txt
"converts":false,"joints":[{"name":"Base","bone":null},{"name":"Part","number":1,"bone":null},{"name":"Part","number":2,"bone":null},{"name":"# top = \"1\"","bone":null}],"morphs"
| # Joints of odd.bvh and the bones that they were recognised as, for --map.
| # Change what is behind the last =: the name of a bone (leftUpperArm), or - for none.
|
Base = -
Part#1 = -
Part#2 = -
"# top = \"1\"" = -
! vrm convert-motion: odd.bvh: the file cannot be used: No hips were recognised among the joints (4: Base, Part, Part, # top = "1"); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
$ sed -i 's/^Base = -/Base = hips/; s/^Part#1 = -/Part#1 = spine/; s/^Part#2 = -/Part#2 = neck/; s/" = -$/" = head/' odd.txt; vrm convert-motion odd.bvh --map odd.txt --list | grep -A5 joints:
  joints: 4; recognised as bones: 4
    Base = hips
    Part#1 = spine
    Part#2 = neck
    # top = "1" = head
  morphs: 0
# A mapping that is wrong is reported once, and limits hold for lists, too. R-482
$ echo 'Base = nothing' > wrong.txt; vrm convert-motion odd.bvh --map wrong.txt --list; vrm convert-motion odd.bvh --limit memory=100 --list | wc -l
0
! vrm convert-motion: wrong.txt: line 1: "nothing" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy
! vrm convert-motion: odd.bvh: the file exceeds a limit: The motion is too large: too many frames. [MOTION_TOO_LARGE]
# Nodes that are no skeleton.
$ printf '{"asset":{"version":"2.0"},"nodes":[{"name":"Box"}],"animations":[{"name":"Spin","channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}],"samplers":[{"input":0,"output":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAAAAAAAAA=="}]}' > box.gltf; vrm convert-motion box.gltf --list
box.gltf: glTF, 1 s
  takes: 1
    #1 Spin (this one)
  joints: 1; recognised as bones: 0
    Box = -
  morphs: 0
  expressions: 0
$ printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Box","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":3},"targets":[{"POSITION":4}]}],"extras":{"targetNames":["smile"]}}],"animations":[{"name":"Spin","channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}},{"sampler":1,"target":{"node":0,"path":"weights"}}],"samplers":[{"input":0,"output":1},{"input":0,"output":2}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"},{"bufferView":2,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":3,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},{"bufferView":4,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,1],"max":[0,0,1]}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32},{"buffer":0,"byteOffset":40,"byteLength":8},{"buffer":0,"byteOffset":48,"byteLength":36},{"buffer":0,"byteOffset":84,"byteLength":36}],"buffers":[{"byteLength":120,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAJqZGT8AAAAAzcxMPwAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/"}]}' > smile.gltf; echo 'smile = happy' > faces.txt; vrm convert-motion smile.gltf --list | grep -A1 morphs; vrm convert-motion smile.gltf --map faces.txt --list | grep -A1 morphs
  morphs: 1
    smile = smile
  morphs: 1
    smile = happy
# An unedited mapping changes nothing, whatever the names. R-485
$ law() { vrm convert-motion -q "$@" -o a.vrma 2>/dev/null; vrm convert-motion "$@" --map-template m.txt && vrm convert-motion -q "$@" --map m.txt -o b.vrma && cmp a.vrma b.vrma; }; law walk.bvh; law walk.vmd; law walk.vmd --model figure.pmx; sed 's/JOINT spine/JOINT X/; s/JOINT chest/JOINT X/; s/JOINT upperChest/JOINT X/; s/JOINT head/JOINT # = "head" \\ /; s/JOINT leftHand/JOINT leftHand#3/' walk.bvh > names.bvh; law names.bvh; grep -e X -e '"' -e '#3' m.txt
X#1 = spine
X#2 = chest
"# = \"head\" \\" = head
leftHand#3#1 = -
$ vrm convert-motion walk.vmd --model figure.pmx --map-template - | tail -4; vrm convert-motion walk.bvh --map-template - | head -5
| # じと目 = ?
まばたき = blink
笑い = happy
ｳｨﾝｸ２右 = blinkRight
| # Joints of walk.bvh and the bones that they were recognised as, for --map.
| # Change what is behind the last =: the name of a bone (leftUpperArm), or - for none.
|
hips = hips
spine = spine
# What has no use for a mapping, and what goes together.
$ vrm convert-motion wave.vrma --map-template m2.txt; vrm convert-motion nod.json --map-template m2.txt; vrm convert-motion missing.bvh --list; vrm convert-motion missing.bvh --map-template m2.txt; vrm convert-motion figure.pmx --list; vrm convert-motion --json figure.pmx --list 2>/dev/null | grep -o '"code":"[^"]*"'; ls m2.txt
"code":"MOTION_UNKNOWN"
! vrm convert-motion: wave.vrma: a VRM animation names its bones itself; it needs no mapping
! vrm convert-motion: nod.json: a script names its bones itself; it needs no mapping
! vrm convert-motion: missing.bvh: No such file or directory
! vrm convert-motion: missing.bvh: No such file or directory
! vrm convert-motion: figure.pmx: the file cannot be used: This is a model of MikuMikuDance (PMX), which has no motion; convert it to VRM first. `vrm convert-motion --model` takes it beside a VMD. [MOTION_UNKNOWN]
! ls: cannot access 'm2.txt': No such file or directory
? 2
$ vrm convert-motion walk.bvh wave.vrma --map-template m2.txt; vrm convert-motion walk.bvh --map-template m2.vrm; vrm convert-motion walk.bvh --map-template walk.bvh; vrm convert-motion walk.bvh --list -o x.vrma; vrm convert-motion walk.bvh --map-template m2.txt --list; vrm convert-motion walk.bvh --list --quality; vrm convert-motion walk.bvh --map-template empty; vrm convert-motion walk.bvh --list --emotions nod.json
! vrm convert-motion: --map-template writes one file, of one IN
! Try `vrm help convert-motion`.
! vrm convert-motion: --map-template m2.vrm: a mapping is written as .txt
! Try `vrm help convert-motion`.
! vrm convert-motion: --map-template walk.bvh: a mapping is written as .txt
! Try `vrm help convert-motion`.
! vrm convert-motion: --list converts nothing: leave out -o
! Try `vrm help convert-motion`.
! vrm convert-motion: --list and --map-template exclude each other
! Try `vrm help convert-motion`.
! vrm convert-motion: --list is about IN as it is: leave out --quality
! Try `vrm help convert-motion`.
! vrm convert-motion: --map-template writes one file, of one IN
! Try `vrm help convert-motion`.
! vrm convert-motion: --list is about IN: leave out speech and emotions
! Try `vrm help convert-motion`.
? 2
# Options that would have no effect are refused.
$ for o in --loop --mirror '--from 1'; do vrm convert-motion walk.bvh --list $o 2>&1 | head -1; vrm convert-motion walk.bvh --map-template m2.txt $o 2>&1 | head -1; done | uniq -c | sed 's/^ *//'; ls m2.txt
1 vrm convert-motion: --list is about IN as it is: leave out --loop
1 vrm convert-motion: --map-template is about IN as it is: leave out --loop
1 vrm convert-motion: --list is about IN as it is: leave out --mirror
1 vrm convert-motion: --map-template is about IN as it is: leave out --mirror
1 vrm convert-motion: --list is about IN as it is: leave out --from
1 vrm convert-motion: --map-template is about IN as it is: leave out --from
! ls: cannot access 'm2.txt': No such file or directory
? 2
$ for o in --loop --mirror '--rest t' '--rest-file walk.bvh' '--map m.txt'; do vrm convert-motion --visemes marks.json $o -o x.vrma 2>&1 | head -1; done | uniq -c | sed 's/^ *//'
5 vrm convert-motion: --loop, edits and options for reading motion need a motion IN
$ for o in '--fps 30' '--feet free' --root-motion '--join walk.bvh' '--name x' '--tolerance 1' --keep-place; do vrm convert-motion walk.bvh --list $o 2>&1 | head -1; done
vrm convert-motion: --list is about IN as it is: leave out --fps
vrm convert-motion: --list is about IN as it is: leave out --feet
vrm convert-motion: --list is about IN as it is: leave out --root-motion
vrm convert-motion: --list is about IN as it is: leave out --join
vrm convert-motion: --list is about IN as it is: leave out --name
vrm convert-motion: --list is about IN as it is: leave out --tolerance
vrm convert-motion: --list is about IN as it is: leave out --keep-place
$ vrm convert-motion walk.bvh --quality -q
# Joints of glTF without a name have their number. A folder has motions of glTF, too.
$ printf '{"asset":{"version":"2.0"},"nodes":[{"children":[1]},{}],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}},{"sampler":0,"target":{"node":1,"path":"rotation"}}],"samplers":[{"input":0,"output":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPw=="}]}' > nameless.gltf; vrm convert-motion nameless.gltf --list; vrm convert-motion nameless.gltf --map-template - | tail -2; vrm convert-motion nameless.gltf -o y.vrma
nameless.gltf: glTF, 1 s
  takes: 1
    #1 (this one)
  joints: 2; recognised as bones: 0
    #1 = -
    #2 = -
  morphs: 0
  expressions: 0
"#1" = -
"#2" = -
! vrm convert-motion: nameless.gltf: the file cannot be used: No hips were recognised among the joints (1: without a name); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
? 1
$ mkdir glb && vrm convert-motion -q walk.bvh -o glb/walk.glb && vrm convert-motion -q glb -o glb/out/ && ls glb/out
walk.vrma
# A table of many files, to sort. Without -o nothing is written; a bad file has its line, too. R-486
$ mkdir many && cp walk.bvh walk.vmd wave.vrma many/ && echo nothing > many/bad.bvh; vrm convert-motion many --quality; ls many
 slide_mm   free_mm  tilt_deg joint_deg      rest from       file
        -         -         -         -         - failed     many/bad.bvh
      0.0      10.1       0.0       1.1      1.00 file       many/walk.bvh
      0.0      10.9       0.0       3.0      1.00 file       many/walk.vmd
        -         -         -         -         - -          many/wave.vrma
bad.bvh
walk.bvh
walk.vmd
wave.vrma
! vrm convert-motion: many/bad.bvh: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
$ vrm convert-motion walk.bvh walk.vmd --quality --json | grep -o '"output":[^,]*\|"quality":[^}]*}' | sed 's/\([0-9]\)\.[0-9]*/\1/g'
"output":null
"quality":{"slideMm":0,"slideFreeMm":10,"tiltDegrees":0,"jointErrorDegrees":1,"restConfidence":1}
"output":null
"quality":{"slideMm":0,"slideFreeMm":10,"tiltDegrees":0,"jointErrorDegrees":2,"restConfidence":1}
$ cp walk.bvh stroll.bvh; vrm convert-motion stroll.bvh walk.vmd --quality -o out/ | sort -n -k 2 | tail -1 | grep -o '[a-z]*\.[a-z]*$'; ls out; vrm convert-motion walk.bvh walk.vmd --quality --jobs 2 | wc -l
walk.vmd
stroll.vrma
walk.vrma
3
