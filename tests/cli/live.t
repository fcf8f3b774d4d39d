# vrm live: what a command line can be, and a loop that ends.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma
$ vrm live
! vrm live: takes one avatar: vrm live AVATAR
! Try `vrm help live`.
? 2
$ for o in "--fps 0" "--fps nan" "--seconds 0" "--seconds x" "--seed -1" "--no-wait"; do vrm live one.vrm $o; done
! vrm live: --fps must be a number from 1 to 1000
! Try `vrm help live`.
! vrm live: --fps must be a number from 1 to 1000
! Try `vrm help live`.
! vrm live: --seconds must be a number from 0.001 to 1e9
! Try `vrm help live`.
! vrm live: --seconds must be a number from 0.001 to 1e9
! Try `vrm help live`.
! vrm live: --seed must be a whole number from 0
! Try `vrm help live`.
! vrm live: --no-wait needs an end: --seconds S
! Try `vrm help live`.
? 2
$ vrm live missing.vrm
! vrm live: missing.vrm: No such file or directory
? 3
$ vrm live wave.vrma
! vrm live: wave.vrma: this is a VRM animation, not an avatar
? 1
# Inputs and outputs say what is wrong with them.
$ for o in "--mirror" "--address 0.0.0.0" "--from nobody" "--from vmc:x" "--vmc-out 0" "--vmc-out here:1" "--from vmc --smooth 0" "--from vmc --calibrate x" "--from vmc --hips 0"; do vrm live one.vrm --seconds 1 $o; done
! vrm live: --mirror, --calibrate, --smooth, --hips and --priority need --from or --replay
! Try `vrm help live`.
! vrm live: --address needs --from, and cannot be used with --replay
! Try `vrm help live`.
! vrm live: --from nobody: no such sender. It is NAME[:PORT][@PHONE] or mediapipe@FILE; NAME is vmc, openseeface, ifacialmocap, vtubestudio, livelink, mocopi or mediapipe
! Try `vrm help live`.
! vrm live: --from vmc:x: a port must be a number from 0 to 65535. It is NAME[:PORT][@PHONE] or mediapipe@FILE; NAME is vmc, openseeface, ifacialmocap, vtubestudio, livelink, mocopi or mediapipe
! Try `vrm help live`.
! vrm live: --vmc-out is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 1 to 65535, as 127.0.0.1:39540, not 0
! Try `vrm help live`.
! vrm live: --vmc-out is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 1 to 65535, as 127.0.0.1:39540, not here:1
! Try `vrm help live`.
! vrm live: --smooth must be a number from 0.01 to 10000
! Try `vrm help live`.
! vrm live: --calibrate must be a number of seconds from 0 to 1e9
! Try `vrm help live`.
! vrm live: --hips must be a number of metres from 0.01 to 100
! Try `vrm help live`.
? 2
$ for o in "--priority head=mocopi" "--from vmc --priority nose=vmc" "--from vmc --priority head" "--from vmc --priority head=" "--from vmc --priority head=mocopi" "--from vmc --priority head=vmc,vmc" "--from vmc --priority hands=vmc --priority left-hand=none"; do vrm live one.vrm --seconds 1 $o 2>&1 | sed 's/\. It is .*//;2d'; done
vrm live: --mirror, --calibrate, --smooth, --hips and --priority need --from or --replay
vrm live: --priority nose=vmc: no such part
vrm live: --priority head: no such part
vrm live: --priority head=: a sender comes after =
vrm live: --priority head=mocopi: a sender is not in --from
vrm live: --priority head=vmc,vmc: a sender is named twice
vrm live: --priority left-hand=none: the part was named before
# Standard input is read once; a page loads the file itself.
$ for o in "--control -" "--pcm -" "--from mediapipe@-" "--page --no-open"; do vrm live - $o --seconds 0.1 <one.vrm; done
! vrm live: the avatar and --control - both read standard input
! Try `vrm help live`.
! vrm live: the avatar and --pcm - both read standard input
! Try `vrm help live`.
! vrm live: --from mediapipe@- and the avatar both read standard input
! Try `vrm help live`.
! vrm live: --page needs the file of the avatar, not standard input
! Try `vrm help live`.
? 2
$ vrm live - --seconds 0.1 --no-wait -q <one.vrm
# Options of the window need one.
$ for o in "--size 100" "--camera face" "--background red" "--frame" "--click-through"; do vrm live one.vrm $o; done
! vrm live: --size goes with --raw or --window
! Try `vrm help live`.
! vrm live: --camera goes with --raw or --window
! Try `vrm help live`.
! vrm live: --background goes with --raw or --window
! Try `vrm help live`.
! vrm live: --frame needs --window
! Try `vrm help live`.
! vrm live: --click-through needs --window
! Try `vrm help live`.
? 2
$ vrm live one.vrm --replay missing.packets --seconds 1
! vrm live: missing.packets: No such file or directory
? 3
# R-687: a recording has neither ports nor phones.
$ for from in vmc:39540 vtubestudio@127.0.0.1 mediapipe@lines; do vrm live one.vrm --seconds 1 --replay some.packets --from $from 2>&1 | head -1; done
vrm live: --from vmc:39540: a recording has no ports and no sources; with --replay, --from takes a NAME alone
vrm live: --from vtubestudio@127.0.0.1: a recording has no ports and no sources; with --replay, --from takes a NAME alone
vrm live: --from mediapipe@lines: a recording has no ports and no sources; with --replay, --from takes a NAME alone
# A recording of a sender that nobody knows: --from is not named where it was not given.
$ printf '%s\n' '{"format":"vrm-packets","version":1}' '{"t":0,"from":"kinect","data":"MQ=="}' >strange.packets
$ vrm live one.vrm --replay strange.packets --seconds 0.1 --no-wait -q
! vrm live: strange.packets: it has no packets of a sender that vrm knows; the first is of kinect
? 1
# Frames stand on a grid: a second has 60, or as many as --fps says.
$ vrm live one.vrm --seconds 1 --no-wait --json | sed 's/,"seconds.*//'
{"file":"one.vrm","frames":60
$ vrm live one.vrm --seconds 0.5 --fps 30 --no-wait --json | sed 's/,"seconds.*//'
{"file":"one.vrm","frames":15
# With the clock, frames that are late are left out.
$ vrm live one.vrm --seconds 0.2
!~ vrm live: * frame* in 0.* s
$ vrm live one.vrm --seconds 0.1 -q
# Ctrl-C ends it as its time does.
$ vrm live one.vrm 2>said & for i in $(seq 200); do grep -qs Ctrl-C said && break; sleep 0.1; done; kill -INT $!; wait $!; echo $?
0
