# The rest pose of a motion from another file of the same rig. R-480
$ vrm_scene vmd walk.vmd && vrm_scene pmx figure.pmx && vrm_scene 1.0 one.vrm && vrm convert-motion -q walk.vmd --model figure.pmx -o walk.vrma && vrm convert-motion -q walk.vrma -o walk.bvh && vrm convert-motion -q walk.vrma --from 0 --to 0.1 -o rest.bvh
$ vrm convert-motion walk.bvh --rest-file rest.bvh -o by_file.vrma | grep -v feet:
walk.bvh: BVH, 61 frames, 2 s; 21 channels, 540 of 1281 keys kept
  info: The rest pose is taken from the rest file: its rest pose. [MOTION_REST_FROM_FILE]
$ vrm convert-motion walk.bvh --rest-file rest.bvh --json -o by_file.vrma | grep -o '"rest":[^}]*}'
"rest":{"from":"restFile","confidence":1}
$ vrm convert-motion -q walk.bvh -o without.vrma && cmp by_file.vrma without.vrma
# It may have a name space.
$ sed 's/JOINT \(.*\)/JOINT rig:\1/; s/ROOT \(.*\)/ROOT rig:\1/' rest.bvh > named.bvh; vrm convert-motion -q walk.bvh --rest-file named.bvh -o named.vrma && cmp named.vrma by_file.vrma
# Wherever a clip plays.
$ vrm bake one.vrm --animation walk.bvh --rest-file rest.bvh -q -o x.glb; vrm trace one.vrm walk.bvh --rest-file rest.bvh -o x.jsonl; vrm crowd one.vrm -n 2 --seconds 0.1 --animation walk.bvh --rest-file rest.bvh -q; vrm render --backend null --size 8 one.vrm --animation walk.bvh --rest-file rest.bvh --time 1 -q -o x.png
# What cannot be used is refused with the reason. R-481
$ for f in missing.bvh figure.pmx walk.vrma one.vrm; do vrm convert-motion walk.bvh --rest-file $f -o x.vrma; done; head -c 300 rest.bvh > cut.bvh; vrm convert-motion walk.bvh --rest-file cut.bvh -o x.vrma; sed 's/leftLowerArm/Elbow/' rest.bvh > other.bvh; vrm convert-motion walk.bvh --rest-file other.bvh -o x.vrma; vrm convert-motion --json walk.bvh --rest-file other.bvh -o x.vrma 2>/dev/null | grep -o '"code":"[^"]*"'; ls x.vrma
"code":"MOTION_REST_FILE"
! vrm convert-motion: missing.bvh: No such file or directory
! vrm convert-motion: figure.pmx: the file cannot be used: The rest file cannot be read: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_REST_FILE]
! vrm convert-motion: walk.vrma: the file cannot be used: The rest file is a VRM animation, which has another skeleton than the motion; choose a file of the program that wrote the motion. [MOTION_REST_FILE]
! vrm convert-motion: one.vrm: the file cannot be used: The rest file lacks joints of the motion (15): hips (hips), spine (spine), head (head), leftUpperLeg (leftUpperLeg), leftLowerLeg (leftLowerLeg), leftFoot (leftFoot), rightUpperLeg (rightUpperLeg), .... It must be of the same rig, with the same names. [MOTION_REST_FILE]
! vrm convert-motion: cut.bvh: the file cannot be used: The rest file cannot be read: This is no BVH file: OFFSET, CHANNELS, JOINT, End Site or a closing brace was expected here. [MOTION_REST_FILE]
! vrm convert-motion: other.bvh: the file cannot be used: The rest file lacks joints of the motion (1): leftLowerArm (leftLowerArm). It must be of the same rig, with the same names. [MOTION_REST_FILE]
! ls: cannot access 'x.vrma': No such file or directory
? 2
# Other motion has no use for it, and it is not overwritten.
$ vrm convert-motion walk.vrma --rest-file rest.bvh -o x.vrma; vrm convert-motion walk.bvh --rest-file rest.bvh -o rest.bvh; vrm render --backend null one.vrm --rest-file rest.bvh -o x.png
! vrm convert-motion: walk.vrma: --rest-file is for motion of other programs; leave it out
! vrm convert-motion: the output would overwrite the input rest.bvh
! Try `vrm help convert-motion`.
! vrm render: --take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, --hands, --knees and --seat go with --animation
! Try `vrm help render`.
? 2
# A pose that the rest file does not have. R-481
$ vrm convert-motion walk.bvh --rest-file rest.bvh --rest bind -o x.vrma | grep REST_FROM; : > empty.bvh; vrm convert-motion walk.bvh --rest-file empty.bvh --json -o y.vrma
  info: The rest file has no bind pose; its rest pose is used. [MOTION_REST_FROM_FILE]
{"file":"walk.bvh","path":"empty.bvh","error":"the file cannot be used","code":"MOTION_REST_FILE","message":"The rest file is empty."}
! vrm convert-motion: empty.bvh: the file cannot be used: The rest file is empty. [MOTION_REST_FILE]
? 1
# A rest file beyond a limit is named with the reason. R-481
$ { printf 'HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n'; for i in $(seq 4100); do printf 'JOINT B\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n'; done; } > many.bvh; vrm convert-motion walk.bvh --rest-file many.bvh -o x.vrma
! vrm convert-motion: many.bvh: the file exceeds a limit: The rest file cannot be read: The motion is too large: more than 4096 joints. [MOTION_TOO_LARGE]
? 1
