# A motion file of another kind is called what it is, by every command that takes one.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma && printf 'Kaydara FBX Binary  \0' > a.fbx && printf '; FBX 7.4.0 project file\n' > b.fbx && printf 'Vocaloid Motion Data 0002\0\0\0\0\0' > a.vmd && printf 'PK\003\004aaaaaaaaaaaa' > a.zip && echo 'some text of mine' > a.txt
$ for f in a.zip a.txt; do vrm convert-motion $f -o x.vrma; done
! vrm convert-motion: a.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
! vrm convert-motion: a.txt: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
? 1
# So are the same before 8 KiB of anything, and with --json.
$ long() { printf "$1" >$2; yes 'some text of mine' | head -c 8192 >>$2; vrm convert-motion $2 -o x.vrma; }; long 'PK\003\004' b.zip; long '<!DOCTYPE html>' b.html; long 'OggS' b.ogg; long '\211PNG' b.png; long 'Kaydar FBX' b.fbx2; long '' b.txt; : >empty; vrm convert-motion empty -o x.vrma; vrm convert-motion --json a.txt -o x.vrma 2>/dev/null | grep -o '"code":"[^"]*"'
"code":"MOTION_UNKNOWN"
! vrm convert-motion: b.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
! vrm convert-motion: b.html: the file cannot be used: This is a web page or XML, most likely an error page saved as a model: download the file again. [MOTION_UNKNOWN]
! vrm convert-motion: b.ogg: this is a sound; --audio SOUND makes a face speak it
! vrm convert-motion: b.png: the file cannot be used: This is a PNG picture, not a model. [MOTION_UNKNOWN]
! vrm convert-motion: b.fbx2: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm convert-motion: b.txt: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm convert-motion: empty: the file cannot be used: The file is empty. [MOTION_UNKNOWN]
$ vrm trace one.vrm a.zip; vrm bake one.vrm --animation a.zip -o x.glb; vrm bake one.vrm --motion a.zip -o x.glb; vrm render --backend null one.vrm --animation a.zip -o x.png
! vrm trace: a.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
! vrm bake: a.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
! vrm bake: a.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
! vrm render: a.zip: the file cannot be used: This is a ZIP archive: unpack it and load the file inside. [MOTION_UNKNOWN]
? 1
$ vrm info a.fbx; vrm info b.fbx; vrm info a.vmd
! vrm info: a.fbx: not a glTF file, or cut short: This is an FBX file; export an avatar as VRM or GLB first. `vrm convert-motion` makes a VRM animation of its motion. [GLB_INVALID_MAGIC]
! vrm info: b.fbx: not a glTF file, or cut short: This is an FBX file; export an avatar as VRM or GLB first. `vrm convert-motion` makes a VRM animation of its motion. [GLB_INVALID_MAGIC]
! vrm info: a.vmd: not a glTF file, or cut short: This is a motion of MikuMikuDance (VMD), not a model; `vrm convert-motion` makes a VRM animation of it. [GLB_INVALID_MAGIC]
? 1
$ vrm bake one.vrm --motion wave.vrma -o x.glb
! vrm bake: wave.vrma: this is an animation: --animation plays it
? 1
$ echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' > still.json; vrm bake one.vrm --animation still.json -o x.glb; vrm render --backend null one.vrm --animation still.json -o x.png
! vrm bake: still.json: this is a motion script or a trace, not an animation; `vrm convert-motion` makes one of it
! vrm render: still.json: this is a motion script or a trace, not an animation; `vrm convert-motion` makes one of it
? 1
# A skeleton that nothing moves is no motion.
$ printf '; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n FBXVersion: 7400\n}\nObjects:  {\nModel: 10, "Model::Hips", "LimbNode" {\n}\n}\nConnections:  {\n C: "OO",10,0\n}\n' > still.fbx; vrm convert-motion still.fbx -o x.vrma; vrm bake one.vrm --animation still.fbx -o x.glb
! vrm convert-motion: still.fbx: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
! vrm bake: still.fbx: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
# Motion capture plays wherever an animation does, as the VRM animation that is made of it for the avatar.
$ printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT LeftUpLeg\n{\nOFFSET 9 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n0 90 0 0 0 0 0 10 0\n0 90 0 0 0 0 0 20 0\n0 90 5 0 0 0 0 30 0\n' > leg.bvh
$ vrm convert-motion -q leg.bvh --tolerance 0,0,0 -o leg.vrma; vrm convert-motion -q leg.bvh --avatar one.vrm --tolerance 0,0,0 -o one.vrma
$ for m in leg.bvh one.vrma; do vrm trace one.vrm $m | tail -n +2 | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $m.txt; done; paste leg.bvh.txt one.vrma.txt | awk '($1 - $2) ^ 2 > 1e-10 { n++ } END { print (NR > 0), n + 0 }'
1 0
$ vrm bake -q one.vrm --animation leg.bvh -o a.glb && vrm bake -q one.vrm --animation one.vrma -o b.glb && wc -c < a.glb > a.txt && wc -c < b.glb | cmp - a.txt
$ vrm render --backend null --size 8 one.vrm --animation leg.bvh --animate leg.webp --fps 10 | sed 's/, [0-9]* drawn triangles//'
one.vrm: leg.webp, 8x8, 10 frames
# BVH in lower case, without its first line, without frames; a model is asked for and gets none.
$ tr 'A-Z' 'a-z' < leg.bvh > low.bvh && vrm convert-motion -q low.bvh -o low.vrma && vrm info low.vrma | grep drives
  drives           15 bones, 0 expressions
$ tail -n +2 leg.bvh > headless.bvh && vrm convert-motion -q headless.bvh --tolerance 0,0,0 -o headless.vrma && cmp headless.vrma leg.vrma; vrm validate -q headless.vrma
$ sed 's/^Frames: 3/Frames: 0/' leg.bvh > none.bvh && vrm convert-motion none.bvh -o none.vrma | grep -v BONES_MISSING
none.bvh: BVH, 3 frames, 1 s; 3 channels, 7 of 9 keys kept
  warning: The file does not say how many frames it has, or says none; there are 3. [BVH_FRAMES_MISSING]
# Frames that are stated and are not there, or the reverse: both numbers are said.
$ sed 's/^Frames: 3/Frames: 5/' leg.bvh > fewer.bvh && vrm convert-motion fewer.bvh -o none.vrma | grep -v BONES_MISSING
fewer.bvh: BVH, 3 frames, 1 s; 3 channels, 7 of 9 keys kept
  warning: The file states 5 frames and has 3; those that are there are used. Export it again if the motion looks wrong. [BVH_FRAMES_MISSING]
$ sed 's/^Frames: 3/Frames: 1/' leg.bvh > more.bvh && vrm convert-motion more.bvh -o none.vrma | grep -v BONES_MISSING
more.bvh: BVH, 1 frame, 0 s; 2 channels, 2 of 2 keys kept
  warning: The file states 1 frame and has 3; the stated are used. Export it again if the motion looks wrong. [BVH_VALUES_LEFT]
$ sed '$s/ 5 0 0 0 0 30 0//' leg.bvh > part.bvh && vrm convert-motion part.bvh -o none.vrma | grep -v BONES_MISSING
part.bvh: BVH, 2 frames, 0.5 s; 2 channels, 4 of 4 keys kept
  warning: The file states 3 frames and has 2, and 2 of the 9 values of one more; those that are there are used. Export it again if the motion looks wrong. [BVH_FRAMES_MISSING]
$ sed '$s/$/ 1 2/' leg.bvh > over.bvh && vrm convert-motion over.bvh -o none.vrma | grep -v BONES_MISSING
over.bvh: BVH, 3 frames, 1 s; 3 channels, 7 of 9 keys kept
  warning: The file states 3 frames and has 3, and 2 of the 9 values of one more; the stated are used. Export it again if the motion looks wrong. [BVH_VALUES_LEFT]
$ sed -n '1,/^Frame Time/p' leg.bvh > cut.bvh && vrm convert-motion cut.bvh -o x.vrma; vrm bake one.vrm --animation cut.bvh -o x.glb
! vrm convert-motion: cut.bvh: the file cannot be used: The file has a skeleton and not one whole frame of motion, though it states 3. [BVH_SYNTAX]
! vrm bake: cut.bvh: the file cannot be used: The file has a skeleton and not one whole frame of motion, though it states 3. [BVH_SYNTAX]
? 1
$ vrm info leg.bvh; vrm migrate leg.bvh -o x.vrm
! vrm info: leg.bvh: not a glTF file, or cut short: This is motion capture (BVH), not a model; `vrm convert-motion` makes a VRM animation of it. [GLB_INVALID_MAGIC]
! vrm migrate: leg.bvh: not a glTF file, or cut short: This is motion capture (BVH), not a model; `vrm convert-motion` makes a VRM animation of it. [GLB_INVALID_MAGIC]
? 1
$ ls x.*
! ls: cannot access 'x.*': No such file or directory
? 2
# BVH is recognised in any case and without its first line; a trace is no script; standard input is read once.
$ vrm info low.bvh; vrm info headless.bvh; printf 'rootless text' >rootless; vrm info rootless
! vrm info: low.bvh: not a glTF file, or cut short: This is motion capture (BVH), not a model; `vrm convert-motion` makes a VRM animation of it. [GLB_INVALID_MAGIC]
! vrm info: headless.bvh: not a glTF file, or cut short: This is motion capture (BVH), not a model; `vrm convert-motion` makes a VRM animation of it. [GLB_INVALID_MAGIC]
! vrm info: rootless: not a glTF file, or cut short: The file is neither GLB nor glTF text: it begins with "rootless" instead of "glTF" or "{". [GLB_INVALID_MAGIC]
? 1
$ vrm trace one.vrm wave.vrma -o trace.jsonl; vrm bake one.vrm --motion trace.jsonl -o x.glb; vrm trace one.vrm trace.jsonl
! vrm bake: trace.jsonl: this is a trace, not a motion script; `vrm convert-motion` makes an animation of it
! vrm trace: trace.jsonl: this is a trace, not a motion script; `vrm convert-motion` makes an animation of it
? 1
$ vrm bake - --animation - -o x.glb <one.vrm; vrm render - --animation - -o x.png <one.vrm
! vrm bake: standard input can be read only once
! Try `vrm help bake`.
! vrm render: standard input can be read only once
! Try `vrm help render`.
? 2
