# --jobs N works on N files at a time; what is printed is that of one process, in the order of the files.
$ mkdir in && for i in 1 2 3 4 5 6 7; do vrm_scene 0.x in/a$i.vrm --chains $i; done; echo junk >in/a35.vrm
$ for c in info validate meta; do for f in '' --json; do vrm $c $f in >one 2>one.err; s=$?; vrm $c $f in --jobs 3 >many 2>many.err; test $? = $s && cmp one many && cmp one.err many.err && echo "$c $s"; done; done
info 1
info 1
validate 1
validate 1
meta 1
meta 1
$ vrm validate in -j3 --format junit >many; vrm validate in --format junit >one; cmp one many; vrm validate in -j3 --format sarif >many; vrm validate in --format sarif >one; cmp one many
$ vrm validate in -j3 --summary --json >many; vrm validate in --summary --json >one; cmp one many
$ for j in 1 4; do vrm migrate -q in -j$j -o new$j/; vrm normalize --json in -j $j -o flat$j/ >flat$j.txt; vrm bake -q in --seconds 0.2 --jobs=$j -o baked$j/; done 2>err; wc -l <err; sed s/flat4/flat1/g flat4.txt | cmp - flat1.txt; for d in new flat baked; do diff -r ${d}1 ${d}4 && ls ${d}1 | wc -l; done
6
7
7
7
$ for j in 1 4; do vrm_scene clip wave.vrma; vrm trace in --motion wave.vrma -j$j -o traces$j/; vrm render -q --backend null --size 8 in -j$j -o shots$j/; mkdir clips; for i in 1 2 3; do cp wave.vrma clips/$i.vrma; done; vrm convert-motion -q clips -j$j -o conv$j/; rm -r clips; done 2>/dev/null; for d in traces shots conv; do diff -r ${d}1 ${d}4 && ls ${d}1 | wc -l; done
7
7
3
# A process that dies costs its file alone; the others are worked on, and the status says it.
$ mkfifo in/pipe.vrm; rm in/a35.vrm; exec 3<>in/pipe.vrm; vrm info --json in/a1.vrm in/pipe.vrm in/a2.vrm in/a3.vrm -j2 >out 2>err 3>&- & P=$!
> K=; until [ -n "$K" ]; do sleep 0.05; for c in $(cat /proc/$P/task/*/children); do if ls -l /proc/$c/fd 2>/dev/null | grep -q pipe.vrm; then K=$c; fi; done; done; kill -9 $K; wait $P; echo "status $?"; cut -d, -f1 out; cat err
status 3
{"file":"in/a1.vrm"
{"file":"in/pipe.vrm"
{"file":"in/a2.vrm"
{"file":"in/a3.vrm"
vrm info: in/pipe.vrm: the process that worked on it ended early: Killed
# Whoever ends the command ends all of its processes.
$ rm -f out; vrm info in/a1.vrm in/pipe.vrm in/a2.vrm in/a3.vrm -j2 >out 2>&1 & P=$!; until grep -qs a1 out; do sleep 0.05; done; C=$(cat /proc/$P/task/*/children); kill $P; wait $P 2>/dev/null; echo "status $?"; for c in $C; do grep -qs 'State:.[RSD]' /proc/$c/status && echo "$c lives"; done; grep -c ': VRM' out
status 143
1
$ rm -f out; vrm info in/a1.vrm in/pipe.vrm -j2 >out 2>&1 & P=$!; until grep -qs a1 out; do sleep 0.05; done; C=$(cat /proc/$P/task/*/children); kill -9 $P; wait $P 2>/dev/null
> for i in 1 2 3 4 5 6 7 8 9 10; do alive=; for c in $C; do if grep -qs 'State:.[RSD]' /proc/$c/status; then alive=$c; fi; done; if [ -z "$alive" ]; then break; fi; sleep 0.5; done; echo "alive: $alive"
alive: 
# 0 is one job for each core; anything else that is no number is refused.
$ vrm info -q -j0 in/a1.vrm in/a2.vrm && vrm info -q -j 300 in/a1.vrm
! vrm info: --jobs takes a number up to 256; 0 is one for each core
! Try `vrm help info`.
? 2
$ vrm migrate in --job 2 -o out/
! vrm migrate: unknown option --job; did you mean --jobs?
! Try `vrm help migrate`.
? 2
