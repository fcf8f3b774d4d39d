# vrm live: what a command line can be, and a loop that ends.
$ vrm_scene 1.0 one.vrm && vrm_scene clip wave.vrma
$ vrm live
! vrm live: takes one avatar: vrm live AVATAR
! Try `vrm help live`.
? 2
$ for o in "--fps 0" "--fps nan" "--seconds 0" "--seconds x" "--seed -1" "--no-wait"; do vrm live one.vrm $o; done
! vrm live: --fps is a number from 1 to 1000
! Try `vrm help live`.
! vrm live: --fps is a number from 1 to 1000
! Try `vrm help live`.
! vrm live: --seconds is a number from 0.001 to 1e9
! Try `vrm help live`.
! vrm live: --seconds is a number from 0.001 to 1e9
! Try `vrm help live`.
! vrm live: --seed is a whole number from 0
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
$ for o in "--mirror" "--address 0.0.0.0" "--from nobody" "--from vmc:x" "--vmc-out 0" "--vmc-out here:1" "--from vmc --smooth 0" "--from vmc --calibrate x"; do vrm live one.vrm --seconds 1 $o; done
! vrm live: --mirror, --calibrate and --smooth need --from or --replay
! Try `vrm help live`.
! vrm live: --address is where --from listens; it needs --from, and no --replay
! Try `vrm help live`.
! vrm live: --from nobody: no such sender. It is NAME[:PORT][@PHONE]; NAME is vmc, openseeface, ifacialmocap, vtubestudio, livelink or mocopi
! Try `vrm help live`.
! vrm live: --from vmc:x: a port is a number from 0 to 65535. It is NAME[:PORT][@PHONE]; NAME is vmc, openseeface, ifacialmocap, vtubestudio, livelink or mocopi
! Try `vrm help live`.
! vrm live: --vmc-out is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 1 to 65535, as 127.0.0.1:39540, not 0
! Try `vrm help live`.
! vrm live: --vmc-out is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 1 to 65535, as 127.0.0.1:39540, not here:1
! Try `vrm help live`.
! vrm live: --smooth is a number from 0.01 to 10000
! Try `vrm help live`.
! vrm live: --calibrate is a number of seconds from 0 to 1e9
! Try `vrm help live`.
? 2
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
