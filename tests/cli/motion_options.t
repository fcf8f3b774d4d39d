# How motion of other programs is read and fitted is said in the same words wherever it is played.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x old.vrm && vrm_scene hero hero.vrm && vrm_scene fbx walk.fbx && vrm_scene vmd walk.vmd && vrm_scene pmx figure.pmx && vrm_scene clip clip.vrma
$ vrm render --backend null --size 8 one.vrm --animation walk.vmd --model figure.pmx --feet hold --remove-root-motion --time 1 -q -o x.png
$ vrm crowd one.vrm old.vrm -n 2 --seconds 0.1 --animation walk.vmd --model figure.pmx -q
$ vrm bake one.vrm --animation walk.vmd --model figure.pmx --rest t -q -o x.glb
$ vrm trace one.vrm walk.vmd --model figure.pmx -o x.jsonl
# The standard skeleton is not that of the model, and neither is the trace.
$ vrm trace one.vrm walk.vmd -o y.jsonl && cmp -s x.jsonl y.jsonl
? 1
# Feet are held on each avatar unless they are to be free, and root motion may be removed.
$ for o in '--feet auto' '--feet free' '--feet free --remove-root-motion'; do vrm trace one.vrm walk.vmd $o | tail -n +2 | cksum; done | sort -u | wc -l
3
$ for o in '' '--feet free' '--feet free --remove-root-motion'; do vrm crowd one.vrm old.vrm -n 2 --seconds 0.5 --json --animation walk.vmd $o | grep -o '"hash":"[^"]*'; done | sort -u | wc -l
3
# What is played is what convert-motion writes for the avatar: motion is fitted once, from its own figure.
$ for o in '' '--feet free' --remove-root-motion; do m=walk.vmd; vrm convert-motion -q $m --avatar hero.vrm --tolerance 0,0,0 $o -o fit.vrma; vrm trace hero.vrm $m $o > a.jsonl; vrm trace hero.vrm fit.vrma > b.jsonl; for f in a b; do tail -n +2 $f.jsonl | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $f.txt; done; paste a.txt b.txt | awk '($1 - $2) ^ 2 > 1e-10 { n++ } END { print (NR > 0), n + 0 }'; done | sort -u
1 0
# A VRM animation is played as it is, unless its feet are to be held.
$ vrm trace one.vrm clip.vrma | tail -n +2 > plain.jsonl; vrm trace one.vrm clip.vrma --feet free | tail -n +2 | cmp - plain.jsonl; vrm trace one.vrm clip.vrma --feet hold | tail -n +2 | cmp -s - plain.jsonl
? 1
# It is then what convert-motion writes for the avatar too, wherever the avatar's hips rest.
$ vrm_scene hero-clip wave.vrma; echo 'set /nodes/0/translation [0.02,0,0.06]' > aside.txt; vrm_scene hero aside.vrm --edit aside.txt
$ for a in hero aside; do vrm convert-motion -q wave.vrma --avatar $a.vrm --tolerance 0,0,0 --feet hold -o fit.vrma; vrm trace $a.vrm wave.vrma --feet hold > a.jsonl; vrm trace $a.vrm fit.vrma > b.jsonl; for f in a b; do tail -n +2 $f.jsonl | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $f.txt; done; paste a.txt b.txt | awk '($1 - $2) ^ 2 > 1e-8 { n++ } END { print (NR > 0), n + 0 }'; done | sort -u
1 0
# Options that have nothing to act on are refused, not ignored.
$ vrm render --backend null --size 8 one.vrm --animation walk.fbx --model figure.pmx -o y.png
! vrm render: walk.fbx: FBX has a skeleton of its own, so the model is not used: only VMD and VPD need one. Leave it out: --model (vrm_MotionDef.model).
? 1
$ vrm convert-motion walk.fbx --model figure.pmx -o y.vrma
! vrm convert-motion: walk.fbx: FBX has a skeleton of its own, so the model is not used: only VMD and VPD need one. Leave it out: --model (vrm_MotionDef.model).
? 1
$ for c in 'bake one.vrm -o y.glb --take Walk' 'crowd one.vrm --rest t' 'render one.vrm -o y.png --feet hold'; do vrm $c 2>&1 | head -1; done
vrm bake: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
vrm crowd: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
vrm render: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
$ for c in 'bake one.vrm -o y.glb' 'crowd one.vrm' 'render one.vrm -o y.png'; do vrm $c --remove-root-motion 2>&1 | head -1; done
vrm bake: --remove-root-motion needs --animation CLIP
vrm crowd: --remove-root-motion needs --animation CLIP
vrm render: --remove-root-motion needs --animation CLIP
# --in-place overwrites FILE and does nothing else: for motion it names the option that is meant.
$ for c in 'bake one.vrm --animation' 'convert-motion' 'crowd one.vrm --animation' 'trace one.vrm' 'render one.vrm --animation'; do vrm $c walk.vmd --in-place -o y.out 2>&1 | head -1; done; test -e y.out
vrm bake: unknown option --in-place; to remove root motion, use --remove-root-motion
vrm convert-motion: unknown option --in-place; to remove root motion, use --remove-root-motion
vrm crowd: unknown option --in-place; to remove root motion, use --remove-root-motion
vrm trace: unknown option --in-place; to remove root motion, use --remove-root-motion
vrm render: --in-place goes with --thumbnail; to remove root motion, use --remove-root-motion
? 1
$ vrm bake one.vrm --animation clip.vrma --take bake -o y.glb
! vrm bake: clip.vrma: --take is for motion of other programs; leave it out
? 1
$ echo '{"format":"vrm-motion","version":1,"frames":1,"dt":0.5,"tracks":[]}' > still.json; vrm trace one.vrm still.json --take Walk
! vrm trace: still.json: --take is for motion of other programs; leave it out
? 1
# Takes by name or number; those that there are, where there is none of that name.
$ vrm render --backend null --size 8 one.vrm --animation walk.fbx --take Run -o y.png
! vrm render: walk.fbx: the file cannot be used: There is no take of the name "Run"; the file has "Still", "Walk". [MOTION_TAKE_UNKNOWN]
? 1
$ vrm convert-motion -q walk.fbx --take Walk -o name.vrma && vrm convert-motion -q walk.fbx --take '#2' -o number.vrma && cmp name.vrma number.vrma
$ vrm bake -q one.vrm --animation clip.vrma --name Nod -o nod.glb && vrm trace one.vrm nod.glb --take '#1' -o x.jsonl && vrm trace one.vrm nod.glb --take '#2'
! vrm trace: nod.glb: the file cannot be used: There is no take of the name "#2"; the file has "Nod". [MOTION_TAKE_UNKNOWN]
? 1
# Morphs that a mapping names in vain.
$ printf 'じと目 = relaxed\nにやり = happy\n' > faces.txt && vrm convert-motion walk.vmd --map faces.txt -o x.vrma | grep MORPHS
  warning: The mapping names morphs that the motion does not have (1): "にやり". [MOTION_MORPHS_UNKNOWN]
# A mapping may begin with a byte order mark and have the line ends of Windows.
$ printf '\357\273\277じと目 = relaxed\r\n' > faces.txt && vrm convert-motion walk.vmd --map faces.txt -o x.vrma | grep -c MORPHS
0
? 1
# Morph weights of a glTF animation are expressions by the names of their targets, or as a mapping says.
$ vrm convert-motion -q nod.glb -o nod.vrma && grep -a -o '"expressions":{[^]]*' nod.vrma | grep -o '"[a-zA-Z]*":{"node'
"blinkLeft":{"node
"blinkRight":{"node
"smile":{"node
"squint":{"node
"lookAt":{"node
$ echo 'smile = happy' > faces.txt && vrm convert-motion -q nod.glb --map faces.txt -o nod.vrma && grep -a -o -e '"happy":{' -e '"smile":{' nod.vrma
"happy":{
# A glTF skeleton is fitted to the avatar, too.
$ vrm convert-motion --json nod.glb --avatar hero.vrm -o nod.vrma | grep -o '"held":[a-z]*'
"held":true
# An avatar with as many nodes in other places plays it as a person, not node by node: every bone is where the clip has it.
$ for m in clip.vrma nod.glb; do vrm trace old.vrm $m | tail -n +2 | grep -o '"bone":[^]]*' | cut -d[ -f2 | tr , '\n' > $m.txt; done; paste clip.vrma.txt nod.glb.txt | awk 'NR % 7 >= 1 && NR % 7 <= 3 && ($1 - $2) ^ 2 > 0.01 { n++ } END { print (NR > 0), n + 0 }'
1 0
# The avatar's own animation loses its root motion on demand, too.
$ vrm bake -q one.vrm --animation walk.vmd -o own.glb && vrm trace one.vrm own.glb | tail -n +2 | cksum > a.txt; vrm trace one.vrm own.glb --remove-root-motion | tail -n +2 | cksum | cmp -s - a.txt
? 1
# Root motion goes to the root node on demand: of a VRM animation, which plays as before, of a BVH, and above a baked avatar.
$ for k in '' --root-motion; do vrm convert-motion -q walk.fbx --tolerance 0,0 $k -o way$k.vrma && vrm validate -q way$k.vrma && vrm trace --digits 2 hero.vrm way$k.vrma | tail -n +2 | wc -l; grep -a -c '"target":{"node":0,' way$k.vrma; done
599
0
599
1
$ vrm convert-motion -q walk.fbx --root-motion -o way.bvh && head -6 way.bvh && vrm convert-motion -q way.bvh -o again.vrma
HIERARCHY
ROOT root
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT hips
$ vrm bake -q one.vrm --animation walk.fbx --root-motion -o way.glb && vrm convert-motion -q way.glb -o again.vrma
$ vrm bake one.vrm --root-motion -o x.glb; vrm convert-motion walk.fbx --root-motion --remove-root-motion -o x.vrma; vrm bake one.vrm --animation nod.glb --root-motion -o x.glb
! vrm bake: --root-motion needs --animation CLIP
! Try `vrm help bake`.
! vrm convert-motion: --remove-root-motion and --root-motion exclude each other
! Try `vrm help convert-motion`.
! vrm bake: one.vrm: --root-motion is for motion of people, and CLIP moves the nodes of this file
? 1
# Arrays of positions state neither their layout nor their frame rate: options do.
$ python3 -c "import struct,sys; h=b\"{'descr': '<f4', 'fortran_order': False, 'shape': (8, 30, 3), }\n\"; v=[[0,.95,0],[.06,.86,0],[-.06,.86,0],[0,1.07,-.04],[.1,.48,0],[-.1,.48,0],[0,1.2,0],[.09,.06,-.03],[-.09,.06,-.03],[0,1.26,0],[.12,0,.09],[-.12,0,.09],[0,1.47,-.03],[.08,1.37,0],[-.08,1.37,0],[0,1.56,.02],[.19,1.42,0],[-.19,1.42,0],[.45,1.4,-.02],[-.45,1.4,-.02],[.71,1.41,0],[-.71,1.41,0]]+[[0,0,0]]*8; open('p.npy','wb').write(b'\x93NUMPY\1\0'+struct.pack('<H',len(h))+h+b''.join(struct.pack('<3f',*p) for f in range(8) for p in v))"
$ vrm convert-motion -q p.npy -o p.vrma
! vrm convert-motion: p.npy: the file cannot be used: Positions are frames x joints x 3, with the 22 joints of HumanML3D, 24 of SMPL, 33 of MediaPipe or 17 of COCO; the array is 8 x 30 x 3. If it begins with these joints, name the layout: --points (vrm_MotionDef.points). [NPY_SHAPE]
? 1
$ vrm convert-motion p.npy --points humanml3d --source-fps 10 -o p.vrma | head -n 1 | cut -d';' -f1
p.npy: joint positions, 8 frames, 0.7 s
$ vrm trace one.vrm p.npy --points humanml3d --source-fps 10 | wc -l
44
$ vrm convert-motion p.npy --points mediapipe -o p.vrma
! vrm convert-motion: p.npy: the file cannot be used: Positions are frames x joints x 3, with at least the joints of the layout that was asked for; the array is 8 x 30 x 3. [NPY_SHAPE]
? 1
$ vrm trace one.vrm p.npy --points humanml3d --source-fps 0
! vrm trace: --source-fps must be a number from 0.1 to 10000
! Try `vrm help trace`.
? 2
$ vrm convert-motion p.npy --points dance -o p.vrma
! vrm convert-motion: --points is auto, humanml3d, smpl24, mediapipe or coco, not dance
! Try `vrm help convert-motion`.
? 2
# A folder of them becomes a folder of animations.
$ mkdir in && cp p.npy in/a.npy && cp p.npy in/b.npy && vrm convert-motion -q in -o out/ --points humanml3d && ls out
a.vrma
b.vrma
# Lines of landmarks are a motion too, not a script.
$ python3 -c "import json; [print(json.dumps({'timestamp_ms': 40*f, 'poseWorldLandmarks': [[{'x': .2 if i % 2 else -.2, 'y': -.5 + .04*i, 'z': .01*f} for i in range(33)]]})) for f in range(6)]" > camera.jsonl
$ vrm convert-motion camera.jsonl -o camera.vrma | head -n 1 | cut -d';' -f1
camera.jsonl: MediaPipe, 6 frames, 0.2 s
$ vrm trace one.vrm camera.jsonl -o x.jsonl && vrm bake one.vrm --animation camera.jsonl -q -o x.glb && vrm convert-motion -q - -o x.vrma < camera.jsonl
# Joints that a mapping names in vain: the first eight are named, by their number too, and a name is cut.
$ vrm convert-motion -q walk.vmd -o few.vrma && vrm convert-motion -q few.vrma -o few.bvh; printf 'hips#1 = hips\nhips#2 = hips\nhips#0 = hips\nhips#99999999999999999999 = hips\n' > in_vain.txt; vrm convert-motion few.bvh --map in_vain.txt -o x.vrma | grep UNKNOWN
  warning: The motion has no joint "hips#2"; did you mean hips? [MOTION_JOINTS_UNKNOWN]
  warning: The motion has no joint "hips#0"; did you mean hips? [MOTION_JOINTS_UNKNOWN]
  warning: The motion has no joint "hips#99999999999999999999" [MOTION_JOINTS_UNKNOWN]
$ for i in $(seq 5000); do echo "Bone_of_others_$i = -"; done > in_vain.txt; vrm convert-motion few.bvh --map in_vain.txt -o x.vrma | tail -2; printf '%05000d = -\n' 1 > in_vain.txt; vrm convert-motion few.bvh --map in_vain.txt -o x.vrma | tail -1 | wc -c
  warning: The motion has no joint "Bone_of_others_8" [MOTION_JOINTS_UNKNOWN]
  warning: The motion lacks 4992 more joints of the mapping. [MOTION_JOINTS_UNKNOWN]
162
# They are findings: in JSON, silent with -q, and beside other commands a line. A failure names them, too. R-542
$ echo 'hipps = hips' > in_vain.txt; vrm convert-motion few.bvh --map in_vain.txt --json -o x.vrma | grep -o '"findings".*'; vrm convert-motion -q few.bvh --map in_vain.txt -o x.vrma; vrm bake -q one.vrm --animation few.bvh --map in_vain.txt -o x.glb; printf 'hipps = hips\nhips = -\n' > in_vain.txt; vrm convert-motion -q few.bvh --map in_vain.txt -o y.vrma
"findings":[{"code":"MOTION_JOINTS_UNKNOWN","severity":"warning","pointer":"","message":"The motion has no joint \"hipps\"; did you mean hips?"}]}
! vrm bake: in_vain.txt: The motion has no joint "hipps"; did you mean hips?
! vrm convert-motion: in_vain.txt: The motion has no joint "hipps"; did you mean hips?
! vrm convert-motion: few.bvh: the file cannot be used: No hips were recognised among the joints (20: hips, spine, chest, head, leftShoulder, leftUpperArm, leftLowerArm, leftHand, leftIndexProximal, rightUpperArm, rightLowerArm, rightHand, leftUpperLeg, leftLowerLeg, leftFoot, leftToes, rightUpperLeg, rightLowerLeg, rightFoot, rightToes); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names). [MOTION_NO_BONES]
? 1
# A joint that is mapped twice, several joints for one bone, and joints that are to be no bones. R-542
$ printf 'hips = hips\nspine = spine\nhips = chest\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; printf 'hips = hips\nspine = hips\nhips = hips\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o x.vrma | grep UNKNOWN; printf 'hips\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; printf '"" = hips\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; head -c 9000000 /dev/zero | tr '\0' '#' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; ls y.vrma
  warning: The mapping has several joints for hips; "hips" is used. [MOTION_JOINTS_UNKNOWN]
! vrm convert-motion: wrong.txt: "hips" stands in two lines, as hips and as chest
! vrm convert-motion: wrong.txt: line 1: there is no =: a line is JOINT = BONE
! vrm convert-motion: wrong.txt: line 1: the name before the = is empty
! vrm convert-motion: wrong.txt: a mapping has at most 8388608 bytes
! ls: cannot access 'y.vrma': No such file or directory
? 2
# What is no mapping.
$ printf 'hips = hips\n\000spine = spine\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; printf '# names\n = hips\n' > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; for i in $(seq 8193); do echo "J$i = -"; done > wrong.txt; vrm convert-motion few.bvh --map wrong.txt -o y.vrma; ls y.vrma
! vrm convert-motion: wrong.txt: a mapping is text in UTF-8; this file has a NUL byte
! vrm convert-motion: wrong.txt: line 2: no name stands before the =
! vrm convert-motion: wrong.txt: more than 8192 lines
! ls: cannot access 'y.vrma': No such file or directory
? 2
# Hands, knees and seat: contacts of motion that has none are 0, and nothing changes. R-526
$ vrm convert-motion walk.vmd --avatar one.vrm --json -o contacts.vrma | grep -o '"contacts":{[^}]*}' && vrm convert-motion -q walk.vmd --avatar one.vrm --hands free --knees free -o free.vrma && cmp contacts.vrma free.vrma
"contacts":{"handsGround":0,"handsTogether":0,"handsBody":0,"kneesGround":0,"seats":0,"heldFrames":0,"handsMovedMm":0,"handsMissedMm":0,"hipsLoweredMm":0,"seatMm":0}
$ for o in '--hands flat' '--knees 1' '--seat 3' '--seat low' '--seat 0'; do vrm trace one.vrm walk.vmd $o 2>&1 | head -1; done
vrm trace: --hands is auto, hold or free, not flat
vrm trace: --knees is auto, hold or free, not 1
vrm trace: --seat is auto or a height from 0.05 to 2 metres
vrm trace: --seat is auto or a height from 0.05 to 2 metres
vrm trace: --seat is auto or a height from 0.05 to 2 metres
$ for o in '--hands hold' '--seat 0.4'; do vrm render one.vrm -o y.png $o 2>&1 | head -1; done
vrm render: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
vrm render: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
