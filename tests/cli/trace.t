# A trace is a header and one line per frame, whatever form the script has.
$ vrm_scene 1.0 avatar.vrm
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,"tracks":[{"target":"bone","name":"head","property":"rotation","axisAngles":[{"axis":[0,1,0],"degrees":90}]}]}' >authored.json
$ vrm trace avatar.vrm authored.json -o trace.jsonl
$ wc -l <trace.jsonl
4
$ head -1 trace.jsonl | grep -o '"format":"vrm-trace","version":1'
"format":"vrm-trace","version":1
$ head -1 trace.jsonl | grep -o '"strides":{"spring":11,"state":4,"bone":7,"eye":4,"look":2'
"strides":{"spring":11,"state":4,"bone":7,"eye":4,"look":2
$ tail -1 trace.jsonl | grep -o '^{"f":2,"t":0.2,"dt":0.1,'
{"f":2,"t":0.2,"dt":0.1,

# Baked samples of the same motion give the same frames.
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":[0.1,0.1,0.1],"tracks":[{"target":"bone","name":"head","property":"rotation","const":[0,0.70710678118654752,0,0.70710678118654752]}]}' >baked.json
$ vrm trace avatar.vrm --motion baked.json | tail -n +2 >baked.jsonl
$ tail -n +2 trace.jsonl | cmp - baked.jsonl

# Numbers have as many digits as asked for, and the springs' state comes on demand.
$ vrm trace --digits 3 --state avatar.vrm - <authored.json | tail -1 | grep -c '"state":\['
1
$ vrm trace --digits 18 avatar.vrm authored.json
! vrm trace: --digits must be a number from 1 to 17
! Try `vrm help trace`.
? 2

# Springs run in fixed steps if asked to.
$ vrm trace --spring-rate 60 avatar.vrm baked.json | tail -n +2 | cmp -s - baked.jsonl
? 1
$ vrm trace --spring-rate 5 avatar.vrm baked.json
! vrm trace: --spring-rate must be a number from 10 to 1000
! Try `vrm help trace`.
? 2

# A 0.x avatar says in which frame its rotations are.
$ vrm_scene 0.x old.vrm
$ vrm trace old.vrm authored.json | head -1 | grep -o '"version":"0.x","frame":"native"'
"version":"0.x","frame":"native"
$ vrm trace --vrm0 migrated old.vrm authored.json | head -1 | grep -o '"frame":"migrated"'
"frame":"migrated"
$ vrm trace --vrm0 sideways old.vrm authored.json
! vrm trace: --vrm0 is native or migrated, not sideways
! Try `vrm help trace`.
? 2

# What is no script, no avatar or not there is said, and nothing is written.
$ echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[{"target":"bone","name":"head","property":"rotation","samples":[0,0,0,1]}]}' >short.json
$ vrm trace avatar.vrm short.json -o none.jsonl
! vrm trace: short.json: samples need 4 numbers for each of 2 frames
? 1
$ vrm trace avatar.vrm avatar.vrm
! vrm trace: avatar.vrm: the file cannot be used: There is no animation in this file; export it with one. [MOTION_NO_ANIMATION]
? 1
$ vrm trace authored.json authored.json
! vrm trace: authored.json: the file cannot be used: Property "asset" is missing; this is not a glTF 2.0 file. [UNDEFINED_PROPERTY]
? 1
$ vrm trace avatar.vrm
! vrm trace: one AVATAR and one MOTION are needed; for several AVATARs --motion MOTION -o FOLDER/
! Try `vrm help trace`.
? 2
$ vrm trace nowhere.vrm authored.json
! vrm trace: nowhere.vrm: No such file or directory
? 3
$ ls none.jsonl none.jsonl.part
! ls: cannot access 'none.jsonl': No such file or directory
! ls: cannot access 'none.jsonl.part': No such file or directory
? 2

# What is written through a link goes where it leads; a pipe is no file to be replaced.
$ echo old >real.jsonl && ln -s real.jsonl link.jsonl && echo mine >trace.jsonl.part && vrm trace avatar.vrm authored.json -o link.jsonl
$ test -L link.jsonl && cmp real.jsonl trace.jsonl && cat trace.jsonl.part && ls *.part
mine
trace.jsonl.part
$ mkfifo pipe && { cat pipe >piped.jsonl & } && vrm trace avatar.vrm authored.json -o pipe && wait && test -p pipe && cmp piped.jsonl trace.jsonl

# Each node is reckoned once in a frame: a chain of many joints takes no longer than its length.
$ awk 'BEGIN{n=50000; printf "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_springBone\"],\"nodes\":["; for(i=0;i<n;i++) printf "{\"name\":\"%0200d\",\"translation\":[0,1,0],\"children\":[%d]},",i,i+1; printf "{}],\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":["; for(i=0;i<=n;i++) printf "%s{\"node\":%d}",i?",":"",i; print "]}]}}}"}' >chain.gltf
$ echo '{"format":"vrm-motion","version":1,"frames":1,"dt":0.1,"tracks":[]}' >one.json && vrm trace chain.gltf one.json --digits 3 | tail -1 | tr ',' '\n' | grep -c .
550003

# A root that is no rotation, or no place, leaves the avatar where it was: no trace has what is no number.
$ for root in '"rotation","const":[0,0,0,0]' '"rotation","const":[0,1e39,0,1]' '"translation","const":[1e300,0,0]' '"scale","const":[0,0,0]' '"scale","const":[1e39,1,1]'; do echo "{\"format\":\"vrm-motion\",\"version\":1,\"frames\":2,\"dt\":0.1,\"tracks\":[{\"target\":\"root\",\"property\":$root}]}" >root.json; vrm trace avatar.vrm root.json --state | grep -c 'NaN\|Infinity'; done
0
0
0
0
0
? 1

# A short script for a million frames takes little room, and one that asks for too much is refused.
$ awk 'BEGIN{printf "{\"format\":\"vrm-motion\",\"version\":1,\"frames\":1000000,\"dt\":0,\"tracks\":["; for(i=0;i<1500;i++) printf "{\"target\":\"node\",\"index\":%d,\"property\":\"rotation\",\"const\":[0,0,0,1]},",i; print "{\"target\":\"root\",\"property\":\"scale\",\"const\":[1,1]}]}"}' >many.json; vrm trace avatar.vrm many.json; vrm trace --max-frames 1000000 avatar.vrm many.json
! vrm trace: many.json: this asks for 1000000 frames; the limit is 131072: --max-frames 1000000 allows them
! vrm trace: many.json: const needs 3 numbers
? 1
$ awk 'BEGIN{printf "{\"format\":\"vrm-motion\",\"version\":1,\"frames\":1000000,\"dt\":0.01,\"tracks\":[{\"target\":\"root\",\"property\":\"rotation\",\"axisAngles\":["; for(i=0;i<5000;i++) printf "{\"axis\":[0,1,0],\"degrees\":1},"; print "{\"axis\":[0,1,0],\"degrees\":1}]}]}"}' >turns.json; vrm trace --max-frames 1000000 avatar.vrm turns.json
! vrm trace: turns.json: the script is too long: its curves make more than 8388608 numbers in 67108864 steps; write them as samples
? 1

# Times that overflow are refused: no trace has an infinite one.
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":[1e308,1e308,1e308],"tracks":[]}' >long.json; vrm trace avatar.vrm long.json; echo '{"format":"vrm-motion","version":1,"frames":3,"dt":1e300,"tracks":[]}' >long.json; vrm bake avatar.vrm --motion long.json -o long.glb
! vrm trace: long.json: a script lasts at most 1e+09 seconds
! vrm bake: long.json: a script lasts at most 1e+09 seconds
? 1

# A VRM animation is no avatar.
$ vrm_scene clip clip.vrma; vrm trace clip.vrma authored.json -o none.jsonl
! vrm trace: clip.vrma: this is a VRM animation, not an avatar; --animation plays it
? 1

# Numbers times frames have a limit: a line of a script could fill any disk.
$ echo '{"format":"vrm-motion","version":1,"frames":4000000,"dt":0,"tracks":[]}' >long.json; vrm trace avatar.vrm long.json --max-frames 4000000 -o out.jsonl 2>&1 | sed 's/are [0-9]* numbers/are N numbers/; s/here: [0-9]*/here: M/'; ls out.jsonl 2>/dev/null
vrm trace: avatar.vrm: the file exceeds a limit: 4000000 frames of this avatar are N numbers, more than the limit work allows here: M. Trace fewer frames, or raise the limit. [LIMIT_WORK] (--limit NAME=VALUE)
? 2
