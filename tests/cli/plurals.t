# One of a thing is said in the singular, by every command, on files that have one of everything.
$ vrm_scene 1.0 one.vrm --chains 1 --joints 2 --spheres 1 --colliders-per-chain 1 --constraints 1 --custom 1 && vrm_scene 1.0 two.vrm --chains 2 --joints 2 --spheres 2 --colliders-per-chain 2 && vrm_scene 0.x zero.vrm --chains 1 --spheres 1
$ printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT LeftUpLeg\n{\nOFFSET 9 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.5\n0 90 0 0 0 0 0 10 0\n' > one.bvh; sed 's/Frames: 1/Frames: 2/' one.bvh > short.bvh; cat one.bvh one.bvh | sed '21,$d' > long.bvh; tail -1 one.bvh >> long.bvh
$ printf '%s' '{"asset":{"version":"2.0"},"scene":3,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":4,"children":[9]}],"buffers":[{"byteLength":1,"uri":"data:application/octet-stream;base64,AA=="}],"bufferViews":[{"buffer":0,"byteLength":2}],"accessors":[{"bufferView":0,"componentType":5126,"type":"SCALAR","count":1}]}' > bad.gltf
$ mkdir folder && cp one.vrm folder
$ { for f in one.vrm zero.vrm bad.gltf folder; do vrm info $f; vrm validate $f; vrm validate --all $f; vrm validate --severity hint --max 0 $f; vrm validate --format junit $f; vrm meta $f; done
> for f in one.bvh short.bvh long.bvh; do vrm convert-motion $f -o m.vrma; done; vrm info m.vrma
> vrm diff one.vrm two.vrm --all; vrm diff two.vrm one.vrm; vrm diff one.vrm zero.vrm
> vrm bake one.vrm --seconds 0 -o b.glb; vrm bake one.vrm --animation m.vrma --fps 1 -o b.glb; vrm info b.glb
> vrm normalize one.vrm -o n.vrm; vrm migrate zero.vrm -o z.vrm; vrm migrate one.vrm --to 0.x -o o.vrm; vrm migrate folder -o out/
> vrm render --backend null --size 8 one.vrm -o p.png; vrm render --backend null --size 8 one.vrm --frames 1 -o 'p%d.png'; vrm render --backend null --size 8 one.vrm --seconds 0.1 --fps 10 --animate a.webp
> vrm crowd one.vrm -n 1 --seconds 0.02 --fps 60
> } > all.txt 2>&1; wc -l < all.txt | awk '{ print ($1 > 100) }'; grep -E '(^|[^0-9.x/_-])1 ([a-z]+ )?[a-z]+s\b' all.txt | grep -vE '1 (is|was|has|this|of|as|uses|needs)\b'
1
? 1
