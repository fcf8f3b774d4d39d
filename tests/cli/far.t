# Every command that plays says when the avatar is so far from the origin that its springs tremble.
$ vrm_scene 1.0 a.vrm
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,"tracks":[{"target":"root","property":"translation","const":[2000,0,0]}]}' >far.json
$ echo '{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,"tracks":[{"target":"bone","name":"hips","property":"translation","const":[0,0,-2000]}]}' >hips.json
$ vrm convert-motion -q hips.json -o far.vrma
$ vrm trace a.vrm far.json -o far.jsonl
! vrm trace: a.vrm: hair and clothes tremble: the avatar gets farther than 1000 m from the origin
$ vrm bake a.vrm --motion far.json -o far.glb | grep -c frames
1
! vrm bake: a.vrm: hair and clothes tremble: the avatar gets farther than 1000 m from the origin
$ vrm render --backend null a.vrm --animation far.vrma -o far.png | grep -c png
1
! vrm render: a.vrm: hair and clothes tremble: the avatar gets farther than 1000 m from the origin
$ vrm crowd a.vrm --count 2 --seconds 0.1 --animation far.vrma | grep -c avatars
2
! vrm crowd: hair and clothes tremble: the avatar gets farther than 1000 m from the origin

# --quiet says nothing, and near the origin there is nothing to say.
$ vrm trace -q a.vrm far.json -o far.jsonl
$ vrm bake -q a.vrm --motion far.json -o far.glb
$ vrm render -q --backend null a.vrm --animation far.vrma -o far.png
$ vrm crowd -q a.vrm --count 2 --seconds 0.1 --animation far.vrma
$ sed 's/2000/900/' far.json >near.json; vrm trace a.vrm near.json -o near.jsonl
