# An avatar says a sound. The film lasts as long, and half a second more.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene speech five.wav && vrm_scene clip wave.vrma
$ vrm render --backend null one.vrm --size 16 --audio five.wav --fps 10 --animate talk.webp
~ one.vrm: talk.webp, 16x16, 42 frames, * triangles
$ vrm render --backend null one.vrm --size 16 --audio five.wav --animation wave.vrma --fps 10 --raw y4m -o talk.y4m
~ one.vrm: talk.y4m, 16x16, 42 frames of y4m at 10 a second, * triangles
$ vrm render --backend null one.vrm --size 16 --audio five.wav --time 3.2 --seconds 0.5 --fps 10 --animate end.webp
~ one.vrm: end.webp, 16x16, 5 frames, * triangles
$ vrm render --backend null -q one.vrm --size 16 --audio five.wav --time 0.5 -o still.png
# A face is alive without a sound, too.
$ vrm render --backend null one.vrm --size 16 --face --seed 7 --fps 10 --animate alive.webp
~ one.vrm: alive.webp, 16x16, 40 frames, * triangles
# Emotions by times or by tags; of either version of VRM.
$ printf '0.5 happy=0.8\n2 joy sorrow=0.5\n3 neutral\n' >feel.txt; vrm render --backend null -q one.vrm zero.vrm --size 16 --audio five.wav --emotions feel.txt --seconds 0.2 --animate films/ && ls films
one.webp
zero.webp
$ echo '[happy] Hello there. [ sad : 0.5 @ 2.5 ] Well, \[sic\].' >tags.txt; vrm bake -q zero.vrm --audio five.wav --script tags.txt -o talk.glb && vrm validate --severity error talk.glb
talk.glb: glTF: 0 errors, 2 warnings, 3 infos, 0 hints
$ vrm bake --json one.vrm --animation wave.vrma --audio five.wav --fps 30 -o talk.glb | cut -d, -f1-4
{"file":"one.vrm","output":"talk.glb","frames":127,"seconds":4.2
# A VRM animation with expressions and gaze, alone or with a motion.
$ vrm convert-motion --audio five.wav --script tags.txt -o talk.vrma && vrm info talk.vrma | grep drives
~ five.wav: sound, 253 frames, 4.2 s; * keys kept
  drives           15 bones, 8 expressions, the gaze
$ vrm convert-motion wave.vrma --audio five.wav -o both.vrma && vrm info both.vrma | grep drives
~ wave.vrma: VRM animation, 253 frames, 4.2 s; * keys kept
  drives           15 bones, 8 expressions, the gaze
$ vrm convert-motion -q - --audio five.wav -o - <wave.vrma | cmp - both.vrma; vrm convert-motion -q --audio - -o - --script tags.txt <five.wav | cmp - talk.vrma
$ vrm convert-motion -q --audio five.wav -o folder/ && ls folder
five.vrma
# Speech marks move the mouth instead of the sound, and set the length where there is none.
$ printf '{"time":100,"type":"viseme","value":"p"}\n{"time":200,"type":"viseme","value":"a"}\n{"time":600,"type":"viseme","value":"sil"}\n' >marks.json
$ vrm convert-motion --visemes marks.json -o marks.vrma && vrm info marks.vrma | grep drives
~ marks.json: speech marks, 67 frames, 1.1 s; * keys kept
~   drives           * expressions, the gaze
$ vrm convert-motion -q --visemes - -o - <marks.json | cmp - marks.vrma
$ vrm convert-motion wave.vrma --visemes marks.json -o both.vrma
~ wave.vrma: VRM animation, * frames, * s; * keys kept
$ vrm render --backend null one.vrm --size 16 --visemes marks.json --fps 10 --animate talk.webp; vrm render --backend null one.vrm --size 16 --audio five.wav --visemes marks.json --fps 10 --animate talk.webp
~ one.vrm: talk.webp, 16x16, 11 frames, * triangles
~ one.vrm: talk.webp, 16x16, 42 frames, * triangles
$ vrm bake --json one.vrm --visemes marks.json --fps 30 -o talk.glb | cut -d, -f1-4
{"file":"one.vrm","output":"talk.glb","frames":34,"seconds":1.1
$ vrm convert-motion --visemes five.wav -o no.vrma; echo '{"time":1,"type":"word","value":"a"}' | vrm bake one.vrm --visemes - -o no.glb; vrm render one.vrm --visemes no.json --animate no.webp
! vrm convert-motion: five.wav: the file cannot be used: The file has no speech marks of a known engine: VOICEVOX audio query, visemes of Azure or SAPI, Amazon Polly, Rhubarb JSON, or characters of ElevenLabs with times. [SPEECH_MARKS_UNKNOWN]
! vrm bake: -: the file cannot be used: The speech marks show no mouth shape with a time; ask the engine for visemes. [SPEECH_MARKS_NONE]
! vrm render: no.json: No such file or directory
? 3
# Marks that are left out are reported, except with -q.
$ printf '{"time":200,"type":"viseme","value":"a"}\n{"time":100,"type":"viseme","value":"i"}\n{"time":600,"type":"viseme","value":"sil"}\n' >back.json; vrm render --backend null one.vrm --size 16 --audio five.wav --visemes back.json --fps 2 --animate talk.webp; vrm convert-motion --visemes back.json -o back.vrma | cut -d, -f1; vrm bake -q one.vrm --visemes - --fps 30 -o talk.glb <back.json
~ one.vrm: talk.webp, 16x16, 9 frames, * triangles
back.json: speech marks
! vrm render: back.json: Some speech marks are damaged, of another engine, or go back in time; they are left out. [SPEECH_MARKS_DAMAGED]
! vrm convert-motion: back.json: Some speech marks are damaged, of another engine, or go back in time; they are left out. [SPEECH_MARKS_DAMAGED]
# An avatar whose mouth cannot move is named.
$ printf 'remove /extensions/VRMC_vrm/expressions\n' >mute.edit; vrm_scene 1.0 mute.vrm --edit mute.edit; vrm render --backend null mute.vrm --size 16 --audio five.wav --fps 2 --animate mute.webp; vrm bake mute.vrm --audio five.wav --fps 2 -o mute.glb | head -1; vrm bake -q mute.vrm --audio five.wav --fps 2 -o mute.glb
~ mute.vrm: mute.webp, 16x16, 9 frames, * triangles
~ mute.vrm: 10 frames, 4.2 s; * keys kept *
! vrm render: mute.vrm: the mouth does not move: the avatar has no expression for a vowel, or none that changes anything
! vrm bake: mute.vrm: the mouth does not move: the avatar has no expression for a vowel, or none that changes anything
# So are emotions that do not show: at their weight, or while the avatar speaks.
$ at=/extensions/VRMC_vrm/expressions/preset; printf "set $at/surprised/isBinary true\nset $at/surprised/overrideMouth \"none\"\nset $at/happy/overrideMouth \"block\"\n" >firm.edit; vrm_scene 1.0 firm.vrm --edit firm.edit; printf '0 surprised=0.5\n1 surprised=0.7\n2 happy=0.6 sad=1\n' >firm.txt; vrm render --backend null firm.vrm --size 16 --audio five.wav --emotions firm.txt --fps 2 --animate firm.webp; vrm render --backend null -q firm.vrm --size 16 --face --emotions firm.txt --fps 2 --animate firm.webp
~ firm.vrm: firm.webp, 16x16, 9 frames, * triangles
! vrm render: firm.vrm: line 1: surprised does not show at 0.5: the expression is binary; give it more than 0.5
! vrm render: firm.vrm: line 2: surprised is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
! vrm render: firm.vrm: line 3: happy is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
# Also by convert-motion, once for all motions of the avatar.
$ vrm convert-motion --audio five.wav --emotions firm.txt --avatar firm.vrm -o firm.vrma | cut -d, -f1; cp wave.vrma wave2.vrma; vrm convert-motion wave.vrma wave2.vrma --audio five.wav --emotions firm.txt --avatar firm.vrm -o folder/ | cut -d, -f1; vrm convert-motion -q --audio five.wav --emotions firm.txt --avatar firm.vrm -o firm.vrma; vrm convert-motion --audio five.wav --avatar mute.vrm -o mute.vrma | cut -d, -f1; vrm convert-motion --audio five.wav --emotions firm.txt -o firm.vrma | cut -d, -f1
five.wav: sound
wave.vrma: VRM animation
  feet: 4 contacts held; they slide 0.0 mm at most (30.0 free)
wave2.vrma: VRM animation
  feet: 4 contacts held; they slide 0.0 mm at most (30.0 free)
five.wav: sound
five.wav: sound
! vrm convert-motion: firm.vrm: line 1: surprised does not show at 0.5: the expression is binary; give it more than 0.5
! vrm convert-motion: firm.vrm: line 2: surprised is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
! vrm convert-motion: firm.vrm: line 3: happy is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
! vrm convert-motion: firm.vrm: line 1: surprised does not show at 0.5: the expression is binary; give it more than 0.5
! vrm convert-motion: firm.vrm: line 2: surprised is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
! vrm convert-motion: firm.vrm: line 3: happy is not shown while the avatar speaks: it would hide the lips (overrideMouth, isBinary)
! vrm convert-motion: mute.vrm: the mouth does not move: the avatar has no expression for a vowel, or none that changes anything
# Shapes of face tracking stand for vowels.
$ { for v in aa ih ou ee oh; do echo "remove /extensions/VRMC_vrm/expressions/preset/$v"; done; echo 'set /extensions/VRMC_vrm/expressions/custom/jawOpen {"morphTargetBinds":[{"node":85,"index":0,"weight":1}]}'; } >jaw.edit; vrm_scene 1.0 jaw.vrm --edit jaw.edit; vrm render --backend null jaw.vrm --size 16 --audio five.wav --fps 2 --animate jaw.webp
~ jaw.vrm: jaw.webp, 16x16, 9 frames, * triangles
# An emotion that the avatar does not have is named, with those that it has.
$ printf 'Hello.\n[grin]\n' >grin.txt; vrm render --backend null one.vrm --audio five.wav --script grin.txt --animate no.webp
! vrm render: one.vrm: no expression grin (line 2); there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
$ vrm convert-motion --audio five.wav --script grin.txt -o no.vrma; vrm bake one.vrm --audio five.wav --script grin.txt -o no.glb
! vrm convert-motion: grin.txt: no expression grin (line 2); there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink
! vrm bake: one.vrm: no expression grin (line 2); there are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
# What is wrong with a text is told with its line.
$ a() { printf "$1" >bad.txt; vrm convert-motion --audio five.wav $2 bad.txt -o no.vrma; }
> a '[happy Hello' --script; a 'a\n[]' --script; a '[happy:2] a' --script; a '[happy@x] a' --script; a '[happy@ ] a' --script; a '[happy@2] a [sad@1]' --script
> a 'happy 1' --emotions; a '1' --emotions; a '\n1 happy=-1' --emotions; a '2 sad\n1 happy' --emotions; a '1 a b c d e f g h i' --emotions
! vrm convert-motion: bad.txt: line 1: [ without ]; a bracket that is spoken has a backslash before it
! vrm convert-motion: bad.txt: line 2: an emotion has a name of 1 to 127 bytes
! vrm convert-motion: bad.txt: line 1: happy:2: a weight is 0 to 1
! vrm convert-motion: bad.txt: line 1: x: seconds, 0 to 86400
! vrm convert-motion: bad.txt: line 1: : seconds, 0 to 86400
! vrm convert-motion: bad.txt: line 1: 1 s comes before 2 s: times must not go back
! vrm convert-motion: bad.txt: line 1: happy: seconds, 0 to 86400
! vrm convert-motion: bad.txt: line 1: SECONDS NAME[=WEIGHT]..., such as 2.5 happy=0.8
! vrm convert-motion: bad.txt: line 2: happy=-1: a weight is 0 to 1
! vrm convert-motion: bad.txt: line 2: 1 s comes before 2 s: times must not go back
! vrm convert-motion: bad.txt: line 1: more than 8 expressions at once
? 1
# What does not fit together is said at once.
$ vrm render one.vrm --audio five.wav --emotions feel.txt --script tags.txt --animate no.webp
! vrm render: --emotions and --script exclude each other
! Try `vrm help render`.
? 2
$ vrm render one.vrm --seed 1 --animate no.webp; vrm render one.vrm --face --seed -1 --animate no.webp
! vrm render: --seed goes with --audio, --visemes, --emotions, --script or --face
! Try `vrm help render`.
! vrm render: --seed -1: a whole number, 0 to 18446744073709551615
! Try `vrm help render`.
? 2
$ vrm bake one.vrm --motion x.json --audio five.wav -o no.glb; vrm convert-motion --audio five.wav -o no.bvh; vrm convert-motion --face -o no.vrma
! vrm bake: a motion script drives the face itself: no --audio, --visemes, --emotions, --script, --face
! Try `vrm help bake`.
! vrm convert-motion: a BVH or a .glb has no face: write a .vrma
! Try `vrm help convert-motion`.
! vrm convert-motion: no IN, and no --audio or --visemes
! Try `vrm help convert-motion`.
? 2
$ vrm render one.vrm --audio no.wav --animate no.webp; vrm render one.vrm --audio one.vrm --animate no.webp
! vrm render: no.wav: No such file or directory
! vrm render: one.vrm: this is neither WAV, FLAC, Ogg nor MP3 sound
? 1
# What would be too long is refused, with the option that allows it.
$ vrm convert-motion --audio five.wav --max-frames 252 -o no.vrma; vrm convert-motion -q --audio five.wav --max-frames 253 -o - | wc -c
~ *
! vrm convert-motion: five.wav: this asks for 253 frames; the limit is 252: --max-frames 253 allows them
$ vrm convert-motion five.wav -o no.vrma
! vrm convert-motion: five.wav: this is a sound; --audio SOUND makes a face speak it
? 1
$ vrm convert-motion --audio five.wav -o five.wav; ls no.*
! vrm convert-motion: -o five.wav: motion is written as .vrma, .glb or .bvh
! Try `vrm help convert-motion`.
! ls: cannot access 'no.*': No such file or directory
? 2
