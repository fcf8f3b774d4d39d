# Motion of MikuMikuDance: on the model that it was made for, and on the standard skeleton.
$ vrm_scene vmd walk.vmd && vrm_scene vmd-fk turns.vmd && vrm_scene pmx figure.pmx && vrm_scene 1.0 one.vrm
$ vrm convert-motion walk.vmd --model figure.pmx -o walk.vrma | grep -v feet:
walk.vmd: VMD, 61 frames, 2 s; 30 channels, 591 of 1830 keys kept
  info: The rest pose is no T-pose; arms and legs were brought to it. If they come out turned, take it for one: --rest t (VRM_CAPTURE_REST_T_POSE). [MOTION_REST_CORRECTED]
$ vrm convert-motion turns.vmd -o turns.vrma | grep -v feet:
turns.vmd: VMD, 61 frames, 2 s; 28 channels, 467 of 1708 keys kept
  info: The skeleton is the standard one of MMD; give the model that the motion was made for with --model. [VMD_NO_MODEL]
  info: The rest pose is no T-pose; arms and legs were brought to it. If they come out turned, take it for one: --rest t (VRM_CAPTURE_REST_T_POSE). [MOTION_REST_CORRECTED]
$ vrm info walk.vrma | grep -e drives; vrm validate -q walk.vrma turns.vrma
  drives           20 bones, 9 expressions, the gaze
$ vrm render --backend null --size 8 one.vrm --animation walk.vmd --time 1 -o one.png | sed 's/, [0-9]* drawn triangles//'
one.vrm: one.png, 8x8
# A file that was cut plays as far as it goes; a model that is none is refused, and so is a camera.
$ head -c 9000 walk.vmd > cut.vmd && vrm convert-motion cut.vmd --model figure.pmx -o x.vrma | grep VMD_
  warning: The file ends before its last key; what is there is used. [VMD_CUT]
$ vrm convert-motion walk.vmd --model one.vrm -o x.vrma
! vrm convert-motion: walk.vmd: the file cannot be used: The model is no PMX file of version 2.0 or 2.1, or it is damaged. [PMX_SYNTAX]
? 1
$ printf 'Vocaloid Motion Data 0002\0\0\0\0\0name of the model  \0\0\0\0\0\0\0\0\0\0\0\0\0' > camera.vmd; vrm convert-motion camera.vmd -o x.vrma
! vrm convert-motion: camera.vmd: the file cannot be used: The file moves no bones and no morphs; it may be a motion of the camera. [VMD_NO_MOTION]
? 1
# What lies beside the motion is called what it is, however long.
$ vrm convert-motion figure.pmx -o x.vrma; { printf 'PMX '; head -c 9000 /dev/zero | tr '\0' a; } > long.pmx; vrm convert-motion long.pmx -o x.vrma; { printf 'PK\003\004'; head -c 9000 /dev/zero; } > long.zip; vrm convert-motion long.zip -o x.vrma
! vrm convert-motion: figure.pmx: the file cannot be used: This is a model of MikuMikuDance (PMX), which has no motion; convert it to VRM first. `vrm convert-motion --model` takes it beside a VMD. [MOTION_UNKNOWN]
! vrm convert-motion: long.pmx: the file cannot be used: This is a model of MikuMikuDance (PMX), which has no motion; convert it to VRM first. `vrm convert-motion --model` takes it beside a VMD. [MOTION_UNKNOWN]
! vrm convert-motion: long.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
? 1
# A limit that --limit does not raise is not said to be one that it does.
$ { printf 'Vocaloid Motion Data 0002\0\0\0\0\0name of the model  \0\001\0\0\0\203\132\203\223\203\136\201\133\0\0\0\0\0\0\0\377\377\377\377'; head -c 108 /dev/zero; } > far.vmd; vrm convert-motion far.vmd -o x.vrma
! vrm convert-motion: far.vmd: the file exceeds a limit: The motion is too large: more than ten hours. [MOTION_TOO_LARGE]
? 1
# A mapping says which expression a morph is, before its name does, and which bone a joint.
$ printf 'じと目 = relaxed\neyeLookDownRight = sad\n# no more\n' > faces.txt && vrm convert-motion -q walk.vmd --map faces.txt -o x.vrma && grep -a -o -e '"relaxed":{' -e '"sad":{' -e '"じと目":{' x.vrma
"sad":{
"relaxed":{
$ echo 'じと目 = hapy' > faces.txt && vrm convert-motion -q walk.vmd --map faces.txt -o x.vrma
! vrm convert-motion: faces.txt: line 1: "hapy" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy; did you mean happy?
? 1
