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
$ vrm live one.vrm 2>said & sleep 0.5; kill -INT $!; wait $!; echo $?
0
