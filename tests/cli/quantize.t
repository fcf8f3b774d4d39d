# Rotations as 16-bit integers: half the bytes, and the error is reported. R-544
$ vrm_scene vmd walk.vmd && vrm_scene hero-clip wave.vrma && vrm_scene hero hero.vrm
$ for f in walk.vmd wave.vrma; do for e in vrma glb; do vrm convert-motion -q $f -o plain.$e; vrm convert-motion $f --quantize -o small.$e | grep -c '16 bits: at most 0.00'; [ $(wc -c < small.$e) -lt $(wc -c < plain.$e) ] && echo smaller; vrm validate -q --severity info small.$e && grep -c '"componentType":5122,' small.$e; done; done
1
smaller
1
1
smaller
1
1
smaller
1
1
smaller
1
# The same motion within the bound: less than 0.01 degrees at each bone.
$ for f in walk.vmd wave.vrma; do vrm convert-motion -q $f --tolerance 0,0,0 -o plain.vrma; vrm convert-motion $f --tolerance 0,0,0 --quantize --json -o small.vrma | grep -o '"quantized":{"degrees":0.00'; for t in plain small; do vrm trace hero.vrm $t.vrma | tail -n +2 | grep -o '"bone":[^]]*' | tr -s '[":,' '\n' > $t.txt; done; paste plain.txt small.txt | awk '($1 - $2) ^ 2 > 4e-6 { n++ } END { print (NR > 1000), n + 0 }'; done
"quantized":{"degrees":0.00
1 0
"quantized":{"degrees":0.00
1 0
# After edits, and of an animation that is quantized already.
$ vrm convert-motion -q wave.vrma --mirror --loop --quantize -o once.vrma && vrm convert-motion -q once.vrma --tolerance 0,0,0 --quantize -o twice.vrma && vrm validate -q twice.vrma
$ vrm convert-motion walk.vmd --quantize -o x.bvh; vrm convert-motion walk.vmd --list --quantize
! vrm convert-motion: a BVH is text: leave out --quantize
! Try `vrm help convert-motion`.
! vrm convert-motion: --list is about IN as it is: leave out --quantize
! Try `vrm help convert-motion`.
? 2
