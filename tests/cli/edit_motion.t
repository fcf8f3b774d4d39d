# Edits of a motion, before it is fitted and written.
$ vrm_scene fbx walk.fbx && vrm_scene hero-clip wave.vrma && vrm_scene hero hero.vrm && vrm_scene vmd walk.vmd
$ for o in '--from 1 --to 3.5' '--from 30f --to 105f' '--to 1' '--speed 2' '--speed 0.5 --reverse' '--mirror' '--trim-rest'; do vrm convert-motion walk.fbx --take Walk $o --json -o x.vrma | grep -o '"seconds":[^,]*'; done
"seconds":2.5
"seconds":2.5
"seconds":1
"seconds":4.983333
"seconds":19.933332
"seconds":9.966666
"seconds":9.966666
# Mirrored twice, and backwards twice, a motion is what it was; once, it is not.
$ vrm convert-motion -q wave.vrma --tolerance 0,0,0 -o plain.vrma; for o in --mirror --reverse; do vrm convert-motion -q wave.vrma --tolerance 0,0,0 $o -o once.vrma; vrm convert-motion -q once.vrma --tolerance 0,0,0 $o -o twice.vrma; vrm trace hero.vrm plain.vrma > a.jsonl; for f in once twice; do vrm trace hero.vrm $f.vrma > b.jsonl; for t in a b; do tail -n +2 $t.jsonl | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $t.txt; done; paste a.txt b.txt | awk '($1 - $2) ^ 2 > 1e-6 { n++ } END { print (NR > 0), (n > 100) }'; done; done
1 1
1 0
1 1
1 0
# An edited capture has its feet held as the capture has.
$ for o in '' --mirror --reverse; do vrm convert-motion walk.vmd $o --avatar hero.vrm --json -o x.vrma | grep -o '"contacts":[0-9][0-9]*'; done
"contacts":12
"contacts":12
"contacts":12
# Wrong values are named.
$ vrm convert-motion walk.vmd --from 2 --to 1 -o x.vrma
! vrm convert-motion: --from 2 is after --to 1
! Try `vrm help convert-motion`.
? 2
$ for o in '--from x' '--to -1' '--from 1e999' '--to 3g' '--speed 0' '--speed 1x' '--speed nan'; do vrm convert-motion walk.vmd $o -o x.vrma 2>&1 | head -1; done
vrm convert-motion: --from x: expected seconds from 0, or frames as in 120f
vrm convert-motion: --to -1: expected seconds from 0, or frames as in 120f
vrm convert-motion: --from 1e999: expected seconds from 0, or frames as in 120f
vrm convert-motion: --to 3g: expected seconds from 0, or frames as in 120f
vrm convert-motion: --speed 0: must be 0.001 to 1000
vrm convert-motion: --speed 1x: must be 0.001 to 1000
vrm convert-motion: --speed nan: must be 0.001 to 1000
$ vrm convert-motion walk.vmd --from 200 -o x.vrma
! vrm convert-motion: walk.vmd: the file cannot be used: From 200 s to 2 s nothing is left of a motion of 2 s. [MOTION_EDIT_EMPTY]
? 1
$ vrm trace hero.vrm wave.vrma -o trace.jsonl && vrm convert-motion trace.jsonl --mirror -o x.vrma
! vrm convert-motion: trace.jsonl: a trace or a motion script cannot be edited; convert it to a .vrma, then edit that
? 1
$ vrm convert-motion hero.vrm --mirror -o x.vrma 2>&1 | grep -o '\[.*\]'
[MOTION_NO_ANIMATION]
$ for o in '--from 0x1f' '--to 0x5' '--speed 0x2' '--smooth 0x5' '--blend 0X1 --join wave.vrma'; do vrm convert-motion walk.vmd $o -o x.vrma 2>&1 | head -1; done; vrm convert-motion walk.vmd --from ' 5f' -o x.vrma 2>&1 | head -1
vrm convert-motion: --from 0x1f: expected seconds from 0, or frames as in 120f
vrm convert-motion: --to 0x5: expected seconds from 0, or frames as in 120f
vrm convert-motion: --speed 0x2: must be 0.001 to 1000
vrm convert-motion: --smooth 0x5: must be 0 to 180 degrees
vrm convert-motion: --blend 0X1: must be 0 to 1000 seconds
vrm convert-motion: --from  5f: expected seconds from 0, or frames as in 120f
# Motions one after another, and over one another.
$ for o in '--join wave.vrma --blend 0.5' '--join wave.vrma --join wave.vrma --blend 0' '--layer wave.vrma' '--layer wave.vrma --layer-as extend' '--layer wave.vrma --layer-as part=arms+face,weight=0.5,offset=1,fade=0.2,additive --layer walk.fbx' '--smooth 5'; do vrm convert-motion walk.vmd $o --json -o x.vrma | grep -o '"seconds":[^,]*'; done
"seconds":5.5
"seconds":10.033334
"seconds":2
"seconds":4
"seconds":2
"seconds":2
$ vrm convert-motion -q wave.vrma --tolerance 0,0,0 --layer walk.vmd --layer-as weight=0 -o twice.vrma; vrm trace hero.vrm plain.vrma > a.jsonl; vrm trace hero.vrm twice.vrma > b.jsonl; for t in a b; do tail -n +2 $t.jsonl | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $t.txt; done; paste a.txt b.txt | awk '($1 - $2) ^ 2 > 1e-6 { n++ } END { print (NR > 0), (n > 100) }'
1 0
$ for o in '--layer wave.vrma --layer-as part=tail' '--layer wave.vrma --layer-as weight=2' '--layer-as weight=1' '--blend 1' '--join wave.vrma --blend x' '--smooth -1'; do vrm convert-motion walk.vmd $o -o x.vrma 2>&1 | head -1; done
vrm convert-motion: --layer-as part=tail: expected one or more of all, upper-body, lower-body, arms, left-arm, right-arm, hands, legs, spine, head, face
vrm convert-motion: --layer-as weight=2: expected a number from 0 to 1
vrm convert-motion: --layer-as needs a --layer FILE
vrm convert-motion: --blend needs a --join FILE
vrm convert-motion: --blend x: must be 0 to 1000 seconds
vrm convert-motion: --smooth -1: must be 0 to 180 degrees
# What was trimmed, smoothed and joined is told.
$ vrm convert-motion walk.vmd --trim-rest --smooth 5 --join walk.vmd -o x.vrma | grep -E 'T-pose removed|smoothed|joined'
  T-pose removed: 0 s at the beginning, 0 s at the end
  smoothed: 0 spikes removed, 0.04 degrees on average, at most 1.33 at leftLowerLeg; position of the hips by at most 0.5 mm
  joined at 1.7 s, cross-fade of 0.3 s; steps match after leaving out 0.7 s
$ vrm convert-motion walk.vmd --trim-rest --smooth 5 --join walk.vmd --json -o x.vrma | grep -oE '"(trim|smooth|joins)":[[{]+"[a-z]+"'
"trim":{"leading"
"smooth":{"spikes"
"joins":[{"start"
# A file that is missing is named, and no input is overwritten.
$ vrm convert-motion walk.vmd --join none.vrma -o y.vrma; ls y.vrma
! vrm convert-motion: none.vrma: No such file or directory
! ls: cannot access 'y.vrma': No such file or directory
? 2
$ vrm convert-motion walk.vmd --join wave.vrma -o wave.vrma 2>&1 | head -1
vrm convert-motion: the output would overwrite the input wave.vrma
# A pose that is cut out of a motion keeps its feet, on an avatar too, unless they are to be held. R-473
$ for t in 0.1 0.2 0.3 0.5 1; do for f in walk.vmd wave.vrma; do for o in '' '--avatar hero.vrm'; do vrm convert-motion $f --from $t --to $t $o --json -o x.vrma | grep -oE '"(held|jointErrorDegrees)":[^,]*'; done; done; done | sort | uniq -c | sed 's/^ *//'
10 "held":false
10 "jointErrorDegrees":0
$ vrm convert-motion walk.vmd --from 0.5 --to 0.5 --feet hold --json -o x.vrma | grep -o '"held":[^,]*'
"held":true
# A loop of one pose is a warning. R-478
$ vrm convert-motion walk.vmd --from 0.5 --to 0.5 --loop -o x.vrma | grep -E 'loop|LOOP'
  loop: from frame 0, 1 frame; ends differ by 0.0 degrees (0.0 before)
  warning: The motion is a single pose, which has no cycle: there is nothing to loop. Leave --loop out (vrm_FitDef.loops). [MOTION_LOOP_POSE]
$ vrm convert-motion wave.vrma --from 0.5 --to 0.5 --loop --avatar hero.vrm --json -o x.vrma | grep -o 'MOTION_LOOP_POSE","severity":"[a-z]*'
MOTION_LOOP_POSE","severity":"warning
# Frames by number are those that the report counts: of keys at uneven times, too. R-475
$ printf '{"format":"vrm-motion","version":1,"frames":6,"dt":[0.1,0.05,0.85,0.2,1.8,0.1],"tracks":[{"target":"bone","name":"head","property":"rotation","samples":[0,0,0,1,0,0.6,0,0.8,0,0,0,1,0.6,0,0,0.8,0,0,0.6,0.8,0,0,0,1]}]}' > uneven.json; vrm convert-motion uneven.json --tolerance 0,0,0 -o uneven.vrma
uneven.json: script, 6 frames, 3 s; 1 channel, 6 of 6 keys kept
$ for o in '' '--from 1f' '--to 1f' '--from 2f --to 4f' '--from 4f --to 5f' '--from 3f --to 3f' '--to 900f'; do vrm convert-motion uneven.vrma --tolerance 0,0,0 $o -o x.vrma; done
uneven.vrma: VRM animation, 6 frames, 3 s; 1 channel, 6 of 6 keys kept
uneven.vrma: VRM animation, 5 frames, 2.9 s; 1 channel, 5 of 5 keys kept
uneven.vrma: VRM animation, 2 frames, 0.1 s; 1 channel, 2 of 2 keys kept
uneven.vrma: VRM animation, 3 frames, 1.05 s; 1 channel, 3 of 3 keys kept
uneven.vrma: VRM animation, 2 frames, 1.8 s; 1 channel, 2 of 2 keys kept
uneven.vrma: VRM animation, 1 frame, 0 s; 1 channel, 1 of 1 key kept
uneven.vrma: VRM animation, 6 frames, 3 s; 1 channel, 6 of 6 keys kept
$ vrm convert-motion uneven.vrma --from 9f -o x.vrma
! vrm convert-motion: uneven.vrma: the file cannot be used: --from 9f is beyond the end: the motion has frames 0 to 5. [MOTION_EDIT_EMPTY]
? 1
# --smooth 0 changes nothing, and what smoothing does to the hips is told. R-474
$ vrm convert-motion -q walk.vmd --tolerance 0,0,0 -o plain.vrma; for d in 0 5; do vrm convert-motion walk.vmd --tolerance 0,0,0 --smooth $d -o x.vrma | grep smoothed; cmp -s plain.vrma x.vrma && echo the same bytes; done; :
  smoothed: 0 spikes removed, 0.00 degrees on average, at most 0.00; position of the hips by at most 0.0 mm
the same bytes
  smoothed: 0 spikes removed, 0.04 degrees on average, at most 1.33 at leftLowerLeg; position of the hips by at most 0.5 mm
$ vrm convert-motion walk.vmd --smooth 5 --json -o x.vrma | grep -o '"hipsMm":0.[1-9]'
"hipsMm":0.5
# --max-frames holds for captures, edited or not, and counts frames of the result. R-477
$ for o in '' '--speed 0.5 --fps 60' '--reverse' '--avatar hero.vrm' '--join walk.vmd'; do vrm convert-motion walk.vmd $o --max-frames 60 -o x.vrma; done
! vrm convert-motion: walk.vmd: this asks for 61 frames; the limit is 60: --max-frames 61 allows them
! vrm convert-motion: walk.vmd: this asks for 241 frames; the limit is 60: --max-frames 241 allows them
! vrm convert-motion: walk.vmd: this asks for 61 frames; the limit is 60: --max-frames 61 allows them
! vrm convert-motion: walk.vmd: this asks for 61 frames; the limit is 60: --max-frames 61 allows them
! vrm convert-motion: walk.vmd: this asks for 100 frames; the limit is 60: --max-frames 100 allows them
? 1
$ for f in walk.vmd wave.vrma; do vrm convert-motion -q $f --from 0.5 --to 0.6 --max-frames 10 -o x.vrma && echo fits; done
fits
fits
# The limit is the number of frames that are written, for any input and options. R-540
$ awk 'BEGIN { srand(44); split("walk.vmd wave.vrma uneven.vrma walk.fbx uneven.json trace.jsonl", f); split("--from=3f|--to=0.7|--speed=0.5|--reverse|--mirror|--join=wave.vrma|--layer=uneven.vrma --layer-as=extend", e, "|"); split("--fps=24|--loop|--avatar=hero.vrm|--feet=hold|--root-motion|--tolerance=0,0,0", o, "|"); for (i = 0; i < 40; i++) { n = int(6 * rand()) + 1; s = f[n]; for (k = 1; k <= 7; k++) if (n < 5 && rand() < 0.2) s = s " " e[k]; for (k = 1; k <= 6; k++) if (rand() < 0.3 && (n < 5 || k > 1)) s = s " " o[k]; print s } }' > cases; while read -r o; do n=$(vrm convert-motion $o --json -o x.vrma 2> err | grep -o '"frames":[0-9]*' | cut -d: -f2); vrm convert-motion -q $o --max-frames $n -o x.vrma || echo "refused $n: $o"; m=$((n - 1)); [ $m -eq 0 ] || vrm convert-motion -q $o --max-frames $m -o x.vrma 2>&1 | grep -q "asks for $n frames; the limit is $m:" || echo "accepted $n: $o"; done < cases
# A limit that is exceeded is named with the option that raises it, as text and as JSON. R-476
$ vrm convert-motion walk.fbx --speed 0.001 --fps 60 --json -o x.vrma
{"file":"walk.fbx","error":"the file exceeds a limit","message":"this asks for 598001 frames; the limit is 131072: --max-frames 598001 allows them"}
! vrm convert-motion: walk.fbx: this asks for 598001 frames; the limit is 131072: --max-frames 598001 allows them
? 1
$ vrm convert-motion walk.fbx --limit memory=100000 --json -o x.vrma
{"file":"walk.fbx","error":"the file exceeds a limit","code":"MOTION_TOO_LARGE","message":"The motion has more joints, frames or keys than a file of 168256 bytes may have; cut it into pieces, or raise the limit of memory if you trust the file: --limit memory=BYTES (vrm_CaptureDef.max_bytes)."}
! vrm convert-motion: walk.fbx: the file exceeds a limit: The motion has more joints, frames or keys than a file of 168256 bytes may have; cut it into pieces, or raise the limit of memory if you trust the file: --limit memory=BYTES (vrm_CaptureDef.max_bytes). [MOTION_TOO_LARGE]
? 1
$ for o in --mirror '--smooth 5' '--join walk.vmd' '--layer walk.vmd' '--from 3f'; do vrm convert-motion walk.vmd $o --limit memory=20000 -o x.vrma 2>&1 | grep -o 'MOTION_TOO_LARGE'; done
MOTION_TOO_LARGE
MOTION_TOO_LARGE
MOTION_TOO_LARGE
MOTION_TOO_LARGE
MOTION_TOO_LARGE
$ vrm convert-motion walk.vmd --avatar none.vrm --json -o x.vrma
{"file":"walk.vmd","path":"none.vrm","error":"reading or writing a file failed","message":"No such file or directory"}
! vrm convert-motion: none.vrm: No such file or directory
? 3
# Standard input can be joined to one motion, not to several.
$ vrm convert-motion walk.vmd --join - --json -o x.vrma < wave.vrma | grep -o '"seconds":[^,]*'
"seconds":5.7
$ mkdir -p out; for o in '--join -' '--layer -' '--avatar -' '--map -'; do vrm convert-motion walk.vmd walk.fbx $o -o out/ < wave.vrma 2>&1 | head -1; done; vrm convert-motion walk.fbx --all-takes --layer - -o out/ < wave.vrma 2>&1 | head -1; ls out
vrm convert-motion: --join or --layer -: standard input can be read once, and there are several motions; give a file
vrm convert-motion: --join or --layer -: standard input can be read once, and there are several motions; give a file
vrm convert-motion: --avatar -: standard input can be read once, and there are several motions; give a file
vrm convert-motion: --map -: standard input can be read once, and there are several motions; give a file
vrm convert-motion: --join or --layer -: standard input can be read once, and there are several motions; give a file
$ vrm convert-motion - --join - -o x.vrma < wave.vrma 2>&1 | head -1
vrm convert-motion: standard input can be read only once
# A bone that IN lacks and that a joined motion or a layer moves is no finding. R-479
$ LC_ALL=C sed 's/"leftFoot"/"leftFoof"/g' uneven.vrma > lacks.vrma; for o in '' '--join walk.vmd' '--layer walk.vmd --layer-as part=legs' '--layer walk.vmd --layer-as part=arms'; do vrm convert-motion lacks.vrma $o --json -o x.vrma | grep -c 'CLIP_BONE_MISSING'; done
1
0
0
1
# Findings about a joined motion or a layer are headed by its file. R-541
$ vrm convert-motion wave.vrma --join walk.vmd -o x.vrma | grep -o 'info: walk.vmd: .*\[[A-Z_]*\]'; vrm convert-motion wave.vrma --layer walk.vmd --json -o x.vrma | grep -o '"file":"walk.vmd","code":"[A-Z_]*","severity":"[a-z]*"'; vrm convert-motion -q wave.vrma --join walk.vmd -o x.vrma
info: walk.vmd: The skeleton is the standard one of MMD; give the model that the motion was made for with --model. [VMD_NO_MODEL]
info: walk.vmd: The rest pose is no T-pose; arms and legs were brought to it. If they come out turned, take it for one: --rest t (VRM_CAPTURE_REST_T_POSE). [MOTION_REST_CORRECTED]
"file":"walk.vmd","code":"VMD_NO_MODEL","severity":"info"
"file":"walk.vmd","code":"MOTION_REST_CORRECTED","severity":"info"
# JSON of another kind is not called a script.
$ echo '{"mouthCues":[]}' > cues.json; vrm convert-motion walk.vmd --join cues.json -o y.vrma; echo '{"mouth' > cues.json; vrm convert-motion walk.vmd --layer cues.json -o y.vrma; vrm convert-motion walk.vmd --join uneven.json -o y.vrma
! vrm convert-motion: cues.json: this is no motion, but JSON of another kind
! vrm convert-motion: cues.json: this is no motion: the JSON text has a syntax error: Line 1, column 8: expected an escape, since control characters cannot stand in a string, found byte 0x0A.
! vrm convert-motion: uneven.json: this is a motion script or a trace, not an animation; `vrm convert-motion` makes one of it
? 1
# Edited or not, a motion has one kind.
$ vrm bake -q hero.vrm --animation wave.vrma -o person.glb; for f in wave.vrma person.glb; do for o in '' --mirror '--join walk.vmd'; do vrm convert-motion $f $o --json -o x.vrma | grep -o '"kind":"[^"]*"'; done; done | uniq -c | sed 's/^ *//'
3 "kind":"VRM animation"
3 "kind":"glTF"
# A cross-fade that a short motion limits is told.
$ vrm convert-motion -q walk.vmd --from 1 --to 1 -o a.vrma; vrm convert-motion -q walk.vmd --from 1.5 --to 1.5 -o b.vrma; vrm convert-motion a.vrma --join b.vrma -o x.vrma | grep joined; vrm convert-motion a.vrma --join b.vrma --json -o x.vrma | grep -o '"blend[^,]*'
  joined at 0 s, cross-fade of 0 s instead of 0.3 s, limited by the shorter motion
"blend":0
"blendAsked":0.3
# Limits of options are named.
$ vrm convert-motion walk.vmd --join a.vrma --join a.vrma --join a.vrma --join a.vrma --join a.vrma -o x.vrma 2>&1 | head -1; vrm convert-motion walk.vmd --layer a.vrma --layer a.vrma --layer a.vrma --layer a.vrma --layer a.vrma -o x.vrma 2>&1 | head -1
vrm convert-motion: --join may be given at most 4 times
vrm convert-motion: --layer may be given at most 4 times
$ for o in weight=x offset=-1 fade=9999999 part=arms+tail extends speed=1; do vrm convert-motion walk.vmd --layer a.vrma --layer-as $o -o x.vrma 2>&1 | head -1; done
vrm convert-motion: --layer-as weight=x: expected a number from 0 to 1
vrm convert-motion: --layer-as offset=-1: expected 0 to 1000000 seconds
vrm convert-motion: --layer-as fade=9999999: expected 0 to 1000000 seconds
vrm convert-motion: --layer-as part=arms+tail: expected one or more of all, upper-body, lower-body, arms, left-arm, right-arm, hands, legs, spine, head, face
vrm convert-motion: --layer-as extends: expected part=NAME[+NAME...], weight=W (0 to 1), offset=SECONDS, fade=SECONDS, additive or extend
vrm convert-motion: --layer-as speed=1: expected part=NAME[+NAME...], weight=W (0 to 1), offset=SECONDS, fade=SECONDS, additive or extend
$ vrm convert-motion wave.vrma --keep-place -o x.vrma; vrm convert-motion wave.vrma --keep-place --take a --rest t -o x.vrma
! vrm convert-motion: wave.vrma: --keep-place is for motion of other programs; leave it out
! vrm convert-motion: wave.vrma: --rest, --take and --keep-place are for motion of other programs; leave them out
? 1
# The result goes to standard output alone: the report is text on standard error, as of all commands.
$ vrm convert-motion walk.vmd --json -o - 2> said.txt > x.vrma; head -c 4 x.vrma; echo; grep -o 'VMD, 61 frames' said.txt
glTF
VMD, 61 frames
