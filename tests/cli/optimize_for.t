# R-340: A platform that takes the avatar as it is costs nothing.
$ vrm_scene 1.0 one.vrm
$ vrm optimize one.vrm -o every.vrm --for everywhere | grep for
  for core glTF, for every reader: nothing had to be lost
$ vrm diff one.vrm every.vrm
one.vrm and every.vrm mean the same
# What a limit asks for is done, and nothing else.
$ echo '{"policy":1,"name":"few","limits":{"triangles":{"max":2200}}}' > few.json
$ vrm optimize one.vrm -o few.vrm --for few.json | grep for
  for few: fewer triangles
$ vrm validate -q --policy few.json few.vrm
$ echo '{"policy":1,"name":"thin","limits":{"textureSide":{"max":32}}}' > thin.json
$ vrm optimize one.vrm -o thin.vrm --for thin.json | grep for
  for thin: pictures with shorter sides
$ vrm validate -q --policy thin.json thin.vrm
$ echo '{"policy":1,"name":"plain","limits":{"sparseAccessors":{"max":0}}}' > plain.json
$ vrm optimize -q one.vrm -o plain.vrm --for plain.json && ! grep -q '"sparse"' plain.vrm
$ vrm_scene hero hero.vrm && echo '{"policy":1,"name":"light","limits":{"bones":{"max":120},"springJoints":{"max":60}}}' > light.json
$ vrm optimize hero.vrm -o light.vrm --for light.json | grep for
  for light: without joints that nothing moves, fewer spring joints
$ vrm validate -q --policy light.json light.vrm
$ echo '{"policy":1,"name":"slots","limits":{"drawCalls":{"max":12},"skinnedMeshes":{"max":2}}}' > slots.json
$ vrm optimize hero.vrm -o slots.vrm --for slots.json | grep for
  for slots: one mesh instead of several
$ vrm validate -q --policy slots.json slots.vrm
# The steps stop when the limit holds.
$ echo '{"policy":1,"name":"small","limits":{"fileBytes":{"max":200000}}}' > small.json
$ vrm optimize one.vrm -o small.vrm --for small.json | grep for
  for small: nothing had to be lost
$ vrm optimize one.vrm -o small.vrm --for small.json --skip pictures | grep for
  for small: without morph targets that nothing uses, pictures in fewer bytes
# What cannot be met is named, nothing is written, and --force writes what was reached.
$ echo '{"policy":1,"name":"none","limits":{"materials":{"max":1}}}' > none.json
$ vrm optimize one.vrm -o none.vrm --for none.json; ls none.vrm 2>/dev/null
! vrm optimize: one.vrm: The file has 7 materials; the policy allows 1 (none). [POLICY_MATERIALS] at /materials
! vrm optimize: one.vrm: the policy cannot be met; nothing written; --force writes what was reached
? 2
$ vrm optimize one.vrm --dry-run --for none.json | grep 'not met'
  not met: The file has 7 materials; the policy allows 1 (none). [POLICY_MATERIALS] at /materials
$ vrm optimize -q one.vrm -o none.vrm --force --for none.json && ls none.vrm
none.vrm
$ vrm optimize --json one.vrm --dry-run --for none.json | grep -o '"for":.*"notMet":\[{"code":"[A-Z_]*","severity":"error","pointer":"[^"]*"'
"for":"none","steps":[],"notMet":[{"code":"POLICY_MATERIALS","severity":"error","pointer":"/materials"
# Demands that say the same have their places.
$ echo '{"policy":1,"name":"gifs","imageFormats":"gif"}' > gifs.json; vrm optimize one.vrm -o gifs.vrm --for gifs.json 2>&1 | sort | uniq -d; vrm optimize one.vrm -o gifs.vrm --for gifs.json 2>&1 | tail -n 3
vrm optimize: one.vrm: The image is png, which the policy does not accept (gifs). [POLICY_IMAGE_FORMAT] at /images/7
vrm optimize: one.vrm: The image is png, which the policy does not accept (gifs). [POLICY_IMAGE_FORMAT] at /images/8
vrm optimize: one.vrm: the policy cannot be met; nothing written; --force writes what was reached
# A policy that is none, and one that is not there.
$ echo '{' > broken.json; vrm optimize -q one.vrm -o no.vrm --for broken.json; ls no.vrm 2>/dev/null
! vrm optimize: broken.json: the JSON text has a syntax error: Line 2, column 1: expected a key in double quotes, or '}', found the end. [INVALID_JSON]
? 2
$ vrm optimize -q one.vrm -o no.vrm --for vkett
! vrm optimize: vkett: no such file, and no policy of that name; did you mean vket?
? 3
# A folder of the name of a policy is none.
$ mkdir everywhere; vrm optimize one.vrm --dry-run --for everywhere | grep for
  for core glTF, for every reader: nothing had to be lost
# A policy may want passes beside its limits.
$ echo '{"policy":1,"name":"w","optimize":["drop-unbound","quantize"]}' > wants.json; vrm optimize one.vrm --dry-run --for wants.json | grep for
  for w: without morph targets that nothing uses, normals, weights and texture coordinates in fewer bits
# Only what there was something to do for is listed.
$ printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}' > bare.gltf; echo '{"policy":1,"name":"p","optimize":["drop-unbound","webp","lossy-pictures"]}' > wants.json; vrm optimize bare.gltf --dry-run --for wants.json | grep for
  for p: nothing had to be lost
$ echo '{"policy":1,"optimize":"smaller"}' > wants.json; vrm optimize one.vrm --dry-run --for wants.json
! vrm optimize: wants.json: /optimize: unknown value: it is one of drop-unbound, quantize, meshopt, webp, lossy-pictures
? 2
$ vrm optimize -q one.vrm -o page.vrm --for web && vrm validate -q --policy web page.vrm && vrm validate -q page.vrm
# Every platform ends: met, or with what is not.
$ for p in $(vrm validate --policy list | cut -d' ' -f1); do vrm optimize -q one.vrm --dry-run --for $p || echo $p; done
# Materials that are drawn alike become one where a limit asks for it.
$ printf 'set /extensions/VRMC_vrm/expressions {}\nset /materials/1/doubleSided false\nremove /materials/1/normalTexture\n' > edits; vrm_scene 1.0 flat.vrm --edit edits
$ echo '{"policy":1,"name":"six","limits":{"materials":{"max":6}}}' > six.json
$ vrm optimize flat.vrm -o six.vrm --for six.json | grep for
  for six: materials that share pictures
$ vrm validate -q --policy six.json six.vrm
# A step that exceeds a limit says which.
$ awk 'BEGIN { n = 3000; printf "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"children\":[1"; for (i = 2; i <= n; i++) printf ",%d", i; printf "]}"; for (i = 0; i < n; i++) printf ",{\"mesh\":%d}", i; printf "],\"meshes\":["; for (i = 0; i < n; i++) printf "%s{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}", i ? "," : ""; printf "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}" }' > many.gltf; echo '{"policy":1,"limits":{"drawCalls":{"max":1}}}' > few.json; vrm optimize -q many.gltf -o no.glb --for few.json 2>&1 | grep -o 'LIMIT_MEMORY'; ls no.glb
LIMIT_MEMORY
! ls: cannot access 'no.glb': No such file or directory
? 2
# Numbers that a platform cannot read compressed become plain (a build without meshoptimizer has none).
$ vrm optimize -q one.vrm --meshopt -o packed.vrm 2>/dev/null || cp one.vrm packed.vrm; vrm optimize -q packed.vrm -o plain.vrm --for everywhere && vrm validate -q --policy everywhere plain.vrm && vrm diff one.vrm plain.vrm
one.vrm and plain.vrm mean the same
$ vrm optimize -q one.vrm -o small.vrm && test $(wc -c < plain.vrm) -le $(wc -c < small.vrm)
# A policy without a name is called by its file.
$ echo '{"policy":1}' > bare.json; vrm optimize one.vrm --dry-run --for bare.json | grep for; vrm optimize one.vrm --json --dry-run --for bare.json | grep -o '"for":"[a-z.]*"'
  for bare.json: nothing had to be lost
"for":"bare.json"
# JSON names what cannot be met.
$ echo '{"policy":1,"limits":{"triangles":{"max":0}}}' > none.json; vrm optimize one.vrm --json -o no.vrm --for none.json 2>/dev/null
{"file":"one.vrm","error":"the file cannot be used","code":"POLICY_TRIANGLES","message":"The file has 2816 triangles; the policy allows 0."}
? 1
