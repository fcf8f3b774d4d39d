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
$ for o in '' --mirror --reverse; do vrm convert-motion walk.vmd $o --avatar hero.vrm --json -o x.vrma | grep -o '"contacts":[^,]*'; done
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
vrm convert-motion: --layer-as part=tail: expected part=NAME, weight=0..1, offset=SECONDS, fade=SECONDS, additive or extend
vrm convert-motion: --layer-as weight=2: expected part=NAME, weight=0..1, offset=SECONDS, fade=SECONDS, additive or extend
vrm convert-motion: --layer-as needs a --layer FILE
vrm convert-motion: --blend needs a --join FILE
vrm convert-motion: --blend x: must be 0 to 1000 seconds
vrm convert-motion: --smooth -1: must be 0 to 180 degrees
# What was trimmed, smoothed and joined is told.
$ vrm convert-motion walk.vmd --trim-rest --smooth 5 --join walk.vmd -o x.vrma | grep -E 'T-pose removed|smoothed|joined'
  T-pose removed: 0 s at the beginning, 0 s at the end
  smoothed: 0 spikes removed, 0.04 degrees on average, at most 1.33 at leftLowerLeg
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
