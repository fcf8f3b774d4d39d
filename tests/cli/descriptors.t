# What is closed when vrm begins stays unusable: no file takes the place of a standard stream.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && mkdir out
$ vrm validate one.vrm zero.vrm -j 2 <&- 2>&-
one.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
zero.vrm: VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate one.vrm missing.vrm -j 2 <&- 2>&-
one.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
? 3
$ vrm validate one.vrm zero.vrm -j 2 >&-
! vrm: standard output: writing failed
? 3
$ vrm migrate -q zero.vrm one.vrm -j 2 -o out/ <&- >&- 2>&-; ls out; vrm validate -q out
one.vrm
zero.vrm
$ vrm info - <&-
! vrm info: -: Bad file descriptor
? 3
$ vrm meta one.vrm --set name=X -o - >&-
! vrm meta: -: Bad file descriptor
! vrm: standard output: writing failed
? 3
# A descriptor that the command line names is used; others are closed (cli.sandbox).
$ vrm validate /dev/fd/5 /proc/self/fd/7 5<one.vrm 7<zero.vrm; vrm validate /dev/fd/9 /dev/fd/5 /dev/fd/5 -j 2 5<one.vrm 9<zero.vrm
/dev/fd/5: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
/proc/self/fd/7: VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
/dev/fd/9: VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
/dev/fd/5: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
/dev/fd/5: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ cat one.vrm | vrm meta -q --set name=X -o /dev/fd/6 /dev/stdin 6>pipe.vrm; vrm info pipe.vrm | sed -n 2p
  name             X
