# Faces of motion files: lists, mappings, gaze, and output that has no face.
# R-510, R-511
$ vrm_scene fbx-face face.fbx && vrm convert-motion face.fbx --list | grep -A100 morphs: | grep -v '^  info'
  morphs: 9
    blendShape1.jawOpen = jawOpen
    EyeBlinkLeft = eyeBlinkLeft
    eyeBlink_R = eyeBlinkRight
    Mouth_Smile_L = mouthSmileLeft
    Mouth_Smile_R = mouthSmileRight
    viseme_O = oh
    HeadYaw = -
    smug = smug
    browInnerUp = browInnerUp
  expressions: 8
$ vrm convert-motion face.fbx --list --json | grep -o -e '"gaze":[a-z]*' -e '{"name":"HeadYaw"[^}]*}'
"gaze":true
{"name":"HeadYaw","expression":null}
# R-513: presets for all avatars; an avatar's own expressions where it has them.
$ vrm convert-motion -q face.fbx -o all.vrma && vrm info all.vrma | grep drives && vrm validate -q all.vrma && grep -a -o '"preset":{.*"lookAt":' all.vrma | grep -o '"[a-zA-Z]*":{' | paste -s -d ' '
  drives           19 bones, 6 expressions, the gaze
"preset":{ "oh":{ "blinkLeft":{ "blinkRight":{ "aa":{ "happy":{ "custom":{ "smug":{
$ echo 'set /extensions/VRMC_vrm/expressions/custom/Jaw_Open {"morphTargetBinds":[{"node":85,"index":0,"weight":1}]}' > own.edit; vrm_scene 1.0 own.vrm --edit own.edit && vrm convert-motion -q face.fbx --avatar own.vrm -o own.vrma && grep -a -o '"preset":{.*"lookAt":' own.vrma | grep -o '"[a-zA-Z_]*":{' | paste -s -d ' '
"preset":{ "oh":{ "blinkLeft":{ "blinkRight":{ "happy":{ "custom":{ "smug":{ "Jaw_Open":{
# An unedited mapping changes nothing.
$ vrm convert-motion face.fbx --map-template map.txt; sed -n '/Morphs/,$p' map.txt; vrm convert-motion -q face.fbx --map map.txt -o same.vrma && cmp all.vrma same.vrma
| # Morphs and their expressions (happy), or - to leave them out
blendShape1.jawOpen = jawOpen
EyeBlinkLeft = eyeBlinkLeft
eyeBlink_R = eyeBlinkRight
Mouth_Smile_L = mouthSmileLeft
Mouth_Smile_R = mouthSmileRight
viseme_O = oh
HeadYaw = -
| # smug = ?
browInnerUp = browInnerUp
# R-512: a mapping names shapes, leaves morphs out, and says what cannot be.
$ printf '%s\n' 'smug = mouthFrownLeft' 'viseme_O = -' 'EyeBlinkLeft = lookUp' 'Nobody = -' > some.txt; vrm convert-motion face.fbx --map some.txt -o some.vrma | grep -e MORPHS -e UNKNOWN; grep -a -o -e '"sad":{' -e '"oh":{' -e '"blinkLeft":{' -e '"blinkRight":{' some.vrma
  warning: Morphs that are lookUp, lookDown, lookLeft or lookRight are left out (1, the first is "EyeBlinkLeft"): a VRM animation has a gaze instead. [MOTION_MORPHS_LOOK]
  warning: The motion has no joint "Nobody" [MOTION_JOINTS_UNKNOWN]
"blinkRight":{
"sad":{
# R-512: so it is for the shapes of MediaPipe.
$ for s in 0 1; do echo '{"faceBlendshapes":[{"categoryName":"jawOpen","score":'$s'},{"categoryName":"eyeBlinkLeft","score":'$s'}]}'; done > shapes.jsonl; printf '%s\n' 'jawOpen = happy' 'eyeBlinkLeft = lookUp' > some.txt; vrm convert-motion shapes.jsonl --map some.txt -o shapes.vrma | grep -e MORPHS -e UNKNOWN; grep -a -c '"happy":{' shapes.vrma
  warning: Morphs that are lookUp, lookDown, lookLeft or lookRight are left out (1, the first is "eyeBlinkLeft"): a VRM animation has a gaze instead. [MOTION_MORPHS_LOOK]
1
# R-514: without the eyes there is no gaze.
$ printf '%s\n' 'mixamorig:LeftEye = -' 'mixamorig:RightEye = -' > blind.txt; vrm convert-motion -q face.fbx --map blind.txt -o blind.vrma && grep -a -c lookAt blind.vrma
0
? 1
# R-516: what a BVH and a skeleton do not have.
$ for e in vrma bvh glb; do vrm convert-motion face.fbx -o face.$e | grep -e channels -e FACE_LEFT | sed 's/, [0-9]* of.*//'; done; vrm convert-motion --json face.fbx -o face.bvh | grep -o -e '"channels":[0-9]*' -e MOTION_FACE_LEFT
face.fbx: FBX, 61 frames, 2 s; 27 channels
face.fbx: FBX, 61 frames, 2 s; 20 channels
  info: Expressions and gaze of the motion are left out: a BVH or a plain skeleton has no face. Write a VRM animation to keep them. [MOTION_FACE_LEFT]
face.fbx: FBX, 61 frames, 2 s; 20 channels
  info: Expressions and gaze of the motion are left out: a BVH or a plain skeleton has no face. Write a VRM animation to keep them. [MOTION_FACE_LEFT]
"channels":20
MOTION_FACE_LEFT
