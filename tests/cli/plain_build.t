# The command built without libraries of others (preset golden-o0). What a platform prefers and the
# build lacks is left out, and named.
$ printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}' > bare.gltf
$ vrm optimize bare.gltf -o web.glb --for web
bare.gltf: 414 to 387 bytes (93.5 %)
  JSON in bytes: 414 to 351
  for web page: normals, weights and texture coordinates in fewer bits
  left out, not in this build of vrm: numbers compressed (meshoptimizer), pictures as WebP, pictures of quality 85
$ vrm optimize bare.gltf --dry-run --json --for web | grep -o '"leftOut":[^]]*]'
"leftOut":["numbers compressed (meshoptimizer)","pictures as WebP","pictures of quality 85"]
# What the user asks for by name is refused.
$ vrm optimize bare.gltf -o no.glb --picture-format webp; test ! -e no.glb && echo nothing written
nothing written
! vrm optimize: --picture-format: this vrm was built without pictures
! Try `vrm help optimize`.
$ vrm optimize bare.gltf -o no.glb --meshopt; test ! -e no.glb && echo nothing written
nothing written
! vrm optimize: bare.gltf: the file needs something that is not supported: This library was built without meshoptimizer, so it cannot compress. [OPTIMIZE_NO_MESHOPT]
# So are sounds, pictures and the viewer.
$ vrm render bare.gltf -o no.png
! vrm render: this vrm was built without pictures. Install libspng-dev,
! libjpeg62-turbo-dev, libwebp-dev and zlib1g-dev, then build again.
? 3
$ vrm convert-motion --audio voice.wav -o no.vrma
! vrm convert-motion: voice.wav: this build of vrm has no libsndfile, which reads sound
? 3
$ vrm view bare.gltf
! vrm view: this vrm was built without libmicrohttpd (Debian: libmicrohttpd-dev)
? 3
