# Motion scripts with every form of a track, and those that cannot be read.
$ vrm_scene 1.0 one.vrm && s() { printf '{"format":"vrm-motion","version":1,"frames":%s,"dt":%s,"tracks":[%s]%s}' "$1" "$2" "$3" "$4" >s.json; }
> t() { s 3 0.1 "$@"; vrm trace -q one.vrm s.json -o t.jsonl 2>&1 | cut -c1-110; c=$(vrm convert-motion s.json -o o.vrma 2>&1 | head -1 | cut -c1-110); echo "  $c"; rm -f t.jsonl; }
> t '{"target":"node","property":"translation","index":5,"const":[0,1,0]},{"target":"node","property":"rotation","index":5,"const":[0,0,0,1]}'
> t '{"target":"node","property":"translation","const":[0,1,0]}'
> t '{"target":"node","property":"translation","index":99999,"const":[0,1,0]}'
> t '{"target":"bone","property":"translation","name":"hips","const":[0,1,0]},{"target":"root","property":"translation","const":[0,0,1]},{"target":"root","property":"rotation","const":[0,0,0,1]}'
> t '{"target":"bone","property":"translation","name":"head","const":[0,1,0]}'
> t '{"target":"bone","property":"rotation","name":"head","axisAngles":[{"axis":[0,0,0],"degrees":1},{"axis":[0,1,0],"degrees":{"wave":{"amplitude":1,"hz":1}}}]}'
> t '{"target":"bone","property":"translation","name":"hips","axisAngles":[{"axis":[0,1,0],"angle":1}]}'
> t '{"target":"bone","property":"rotation","name":"head","keys":{"times":[0,0.1],"values":[0,0,0,1,0,0.6,0,-0.8]}}'
> t '{"target":"bone","property":"rotation","name":"head","keys":{"times":[],"values":[]}}'
> t '{"target":"bone","property":"rotation","name":"head","keys":{"times":[0,1],"values":[0,0,0,1]}}'
> t '{"target":"bone","property":"rotation","name":"head","samples":[0,0,0,1]}'
> t '{"target":"bone","property":"rotation","name":"head","const":["x"]}'
> t '{"target":"bone","property":"rotation","name":"head"}'
> t '{"target":"bone","property":"sound","name":"head","const":1}'
> t "{\"target\":\"expression\",\"property\":\"weight\",\"name\":\"$(printf '%0300d' 0)\",\"const\":1}"
> t '{"target":"expression","property":"weight","name":"a\u0000b","const":1}'
> t '{"target":"expression","property":"weight","name":"lookUp","const":1},{"target":"expression","property":"weight","name":"happy","const":1},{"target":"expression","property":"weight","name":"","const":1}'
> t '{"target":"lookAt","property":"position","const":[0,1,1]}'
> t '{"target":"lookAt","property":"yawPitch","const":[10,5]}'
> t '' ',"events":[{"frame":1,"type":"resetSprings"},{"frame":9,"type":"resetSprings"},{"frame":-1,"type":"resetSprings"},{"type":"resetSprings"},{"frame":0,"type":"other"}]'
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
vrm trace: s.json: a node track needs the node's index
  vrm convert-motion: s.json: a node track needs the node's index
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
vrm trace: s.json: only the hips can be moved; "head" can be turned
  vrm convert-motion: s.json: only the hips can be moved; "head" can be turned
  s.json: script, 3 frames, 0.2 s; 1 channel, 3 of 3 keys kept
vrm trace: s.json: axisAngles make rotations only
  vrm convert-motion: s.json: axisAngles make rotations only
  s.json: script, 3 frames, 0.2 s; 1 channel, 3 of 3 keys kept
vrm trace: s.json: keys need times in order and values for each of them
  vrm convert-motion: s.json: keys need times in order and values for each of them
vrm trace: s.json: keys need times in order and values for each of them
  vrm convert-motion: s.json: keys need times in order and values for each of them
vrm trace: s.json: samples need 4 numbers for each of 3 frames
  vrm convert-motion: s.json: samples need 4 numbers for each of 3 frames
vrm trace: s.json: const needs 4 numbers
  vrm convert-motion: s.json: const needs 4 numbers
vrm trace: s.json: a track has no values: const, samples, keys, components or axisAngles
  vrm convert-motion: s.json: a track has no values: const, samples, keys, components or axisAngles
vrm trace: s.json: a track's target and property are not known
  vrm convert-motion: s.json: a track's target and property are not known
vrm trace: s.json: a track's name is longer than 255 bytes, or has a zero byte in it
  vrm convert-motion: s.json: a track's name is longer than 255 bytes, or has a zero byte in it
vrm trace: s.json: a track's name is longer than 255 bytes, or has a zero byte in it
  vrm convert-motion: s.json: a track's name is longer than 255 bytes, or has a zero byte in it
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
  vrm convert-motion: s.json: looking at a point needs --avatar: its head has a place
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
  s.json: script, 3 frames, 0.2 s; 1 channel, 2 of 3 keys kept
# Times.
$ q() { printf '%s' "$1" >s.json; vrm trace -q one.vrm s.json -o t.jsonl 2>&1 | cut -c1-120; }
> q '{"format":"vrm-motion","version":1,"frames":3,"dt":[0.1,0,0.2],"tracks":[]}'; q '{"format":"vrm-motion","version":1,"frames":3,"dt":[0.1],"tracks":[]}'; q '{"format":"vrm-motion","version":1,"frames":3,"dt":1e30,"tracks":[]}'; q '{"format":"vrm-motion","version":1,"frames":3,"tracks":[]}'
> q '{"format":"vrm-motion","version":2,"frames":3,"dt":1,"tracks":[]}'; q '{"format":"other"}'; q '{"format":"vrm-motion","version":1,"frames":-3,"dt":1,"tracks":[]}'; q '{"format":"vrm-motion","version":1,"frames":1e9,"dt":1,"tracks":[]}'; q '[]'; q '{"format":'
vrm trace: s.json: dt is one number, or one for each frame
vrm trace: s.json: a script lasts at most 1e+09 seconds
vrm trace: s.json: dt is one number, or one for each frame
vrm trace: s.json: only version 1 of motion scripts is known
vrm trace: s.json: this is no motion script: format is not "vrm-motion"
vrm trace: s.json: frames must be a number from 0 to 100000000
vrm trace: s.json: frames must be a number from 0 to 100000000
vrm trace: s.json: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD o
vrm trace: s.json: the JSON text has a syntax error: Line 1, column 11: expected a value, found the end.
