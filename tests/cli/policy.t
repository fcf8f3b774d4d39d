# A policy is what a platform or project demands beyond the specification. Each limit: one avatar at the limit, and one above it.
$ vrm_scene 1.0 one.vrm --constraints 2 && vrm_scene 0.x zero.vrm && vrm_scene clip wave.vrma
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | sed 's/^[a-z]*.vrm[a]*: //'; }
> n() { vrm info --json one.vrm | sed "s/.*\"counts\":{/{/;s/}.*//;s/.*\"$1\":\([0-9]*\).*/\1/"; }
> for c in nodes meshes primitives vertices triangles materials textures images morphTargets expressions springs springJoints colliders constraints; do p "\"limits\":{\"$c\":$(n $c)}"; p "\"limits\":{\"$c\":$(($(n $c)-1))}" | head -1; done
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 87 nodes; the policy allows 86. [POLICY_NODES] at /nodes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 5 meshes; the policy allows 4. [POLICY_MESHES] at /meshes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 9 primitives; the policy allows 8. [POLICY_PRIMITIVES] at /meshes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 2114 vertices; the policy allows 2113. [POLICY_VERTICES] at /meshes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 2816 triangles; the policy allows 2815. [POLICY_TRIANGLES] at /meshes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 7 materials; the policy allows 6. [POLICY_MATERIALS] at /materials
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 8 textures; the policy allows 7. [POLICY_TEXTURES] at /textures
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 9 images; the policy allows 8. [POLICY_IMAGES] at /images
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 18 morph targets; the policy allows 17. [POLICY_MORPH_TARGETS] at /meshes
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 20 expressions; the policy allows 19. [POLICY_EXPRESSIONS]
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 6 spring chains; the policy allows 5. [POLICY_SPRINGS]
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 24 spring joints; the policy allows 23. [POLICY_SPRING_JOINTS]
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 9 colliders; the policy allows 8. [POLICY_COLLIDERS]
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has 2 node constraints; the policy allows 1. [POLICY_CONSTRAINTS]
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | sed 's/^[a-z]*.vrm[a]*: //'; }
> s=$(wc -c <one.vrm); p "\"limits\":{\"fileBytes\":$s}"; p "\"limits\":{\"fileBytes\":$((s-1))}" | sed "s/$s/SIZE/;s/allows [0-9]*/allows LESS/"; p '"limits":{"bones":3}' | head -1; p '"limits":{"textureSide":31,"texturePixels":100}'
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file has SIZE bytes; the policy allows LESS. [POLICY_FILE_SIZE]
VRM 1.0: 1 error, 0 warnings, 0 infos, 0 hints
error: The file has 81 nodes that are joints of skins; the policy allows 3. [POLICY_BONES] at /skins
error: The image has 32 pixels along a side; the policy allows 31. [POLICY_TEXTURE_SIDE] at /images/3 (image "Eyes")
error: The image has 256 pixels along a side; the policy allows 31. [POLICY_TEXTURE_SIDE] at /images/8 (image "Thumbnail")
error: The file has 68352 pixels in all images; the policy allows 100. [POLICY_TEXTURE_PIXELS] at /images
VRM 1.0: 3 errors, 0 warnings, 0 infos, 0 hints
# Dialects and terms of the licence; one value or a list.
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | sed 's/^[a-z]*.vrm[a]*: //'; }
> p '"dialects":["1.0","1.0-beta"]'; p '"dialects":"0.x"'; p '"dialects":"1.0"' zero.vrm; p '"dialects":"1.0","licence":{"avatarPermission":"everyone"}' wave.vrma; echo '{"asset":{"version":"2.0"}}' >bare.gltf; p '"dialects":"1.0","licence":{"avatarPermission":"everyone"}' bare.gltf
VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
error: The file is VRM 1.0, which the policy does not accept. [POLICY_DIALECT]
VRM 1.0: 1 error, 0 warnings, 0 infos, 0 hints
error: The file is VRM 0.x, which the policy does not accept. [POLICY_DIALECT]
VRM 0.x: 1 error, 0 warnings, 0 infos, 0 hints
VRM animation: 0 errors, 0 warnings, 0 infos, 0 hints
bare.gltf: error: The file is no VRM avatar. [POLICY_DIALECT]
bare.gltf: error: The file states no licence, which the policy asks for. [POLICY_LICENCE]
bare.gltf: glTF: 2 errors, 0 warnings, 0 infos, 0 hints
$ for t in avatarPermission=everyone commercialUsage=corporation creditNotation=unnecessary modification=allowModificationRedistribution allowExcessivelyViolentUsage=true allowExcessivelySexualUsage=true allowPoliticalOrReligiousUsage=true allowAntisocialOrHateUsage=true allowRedistribution=true; do
>  k=${t%=*}; v=${t#*=}; case $v in true) j=true o=false ;; *) j="\"$v\"" ;; esac; case $k in avatarPermission) o=onlyAuthor ;; commercialUsage) o=personalNonProfit ;; creditNotation) o=required ;; modification) o=prohibited ;; esac
>  echo "{\"policy\":1,\"licence\":{\"$k\":$j}}" >p.json; vrm meta -q one.vrm --set $k=$v -o yes.vrm; vrm meta -q one.vrm --set $k=$o -o no.vrm; vrm validate -q --policy p.json yes.vrm || echo "$k wrong"; vrm validate --policy p.json no.vrm | grep POLICY; done
no.vrm: error: avatarPermission is onlyAuthor, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/avatarPermission
no.vrm: error: commercialUsage is personalNonProfit, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/commercialUsage
no.vrm: error: creditNotation is required, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/creditNotation
no.vrm: error: modification is prohibited, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/modification
no.vrm: error: allowExcessivelyViolentUsage is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/allowExcessivelyViolentUsage
no.vrm: error: allowExcessivelySexualUsage is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/allowExcessivelySexualUsage
no.vrm: error: allowPoliticalOrReligiousUsage is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/allowPoliticalOrReligiousUsage
no.vrm: error: allowAntisocialOrHateUsage is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/allowAntisocialOrHateUsage
no.vrm: error: allowRedistribution is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRMC_vrm/meta/allowRedistribution
# 0.x states redistribution, changes and credit by licenseName: a policy that lists names takes them for those terms.
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | sed 's/^[a-z]*.vrm[a]*: //'; }
> p '"licence":{"allowRedistribution":true}' zero.vrm; p '"licence":{"allowRedistribution":true,"licenseName":["CC0","CC_BY"]}' zero.vrm; p '"licence":{"allowRedistribution":true,"licenseName":"CC_BY"}' zero.vrm
error: allowRedistribution is false, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRM/meta
VRM 0.x: 1 error, 0 warnings, 0 infos, 0 hints
VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
error: licenseName is CC0, which the policy does not accept. [POLICY_LICENCE] at /extensions/VRM/meta
VRM 0.x: 1 error, 0 warnings, 0 infos, 0 hints
# Severity of the whole policy, and of one limit; several policies; --ignore; what cannot be loaded is said.
$ p() { echo "{\"policy\":1,$1}" >p.json; vrm validate --policy p.json --all ${2:-one.vrm} | sed 's/^[a-z]*.vrm[a]*: //'; }
> p '"severity":"warning","limits":{"meshes":0,"nodes":{"max":1,"severity":"hint"}}'
hint: The file has 87 nodes; the policy allows 1. [POLICY_NODES] at /nodes
warning: The file has 5 meshes; the policy allows 0. [POLICY_MESHES] at /meshes
VRM 1.0: 0 errors, 1 warning, 0 infos, 1 hint
$ echo '{"policy":1,"name":"strict","limits":{"meshes":0}}' >a.json; echo '{"policy":1,"name":"kind","severity":"info","limits":{"meshes":0}}' >b.json; vrm validate --policy a.json --policy b.json one.vrm; vrm validate -q --policy a.json --ignore POLICY_MESHES one.vrm
one.vrm: error: The file has 5 meshes; the policy allows 0 (strict). [POLICY_MESHES] at /meshes
one.vrm: info: The file has 5 meshes; the policy allows 0 (kind). [POLICY_MESHES] at /meshes
one.vrm: VRM 1.0: 1 error, 0 warnings, 1 info, 0 hints
$ head -c 500 one.vrm >cut.vrm; vrm validate --policy a.json cut.vrm | grep POLICY; vrm validate --policy a.json - <one.vrm | head -1; vrm validate --policy - one.vrm <b.json | head -1
cut.vrm: error: The file cannot be loaded, so that the policy could not be checked (strict). [POLICY_UNCHECKED]
-: error: The file has 5 meshes; the policy allows 0 (strict). [POLICY_MESHES] at /meshes
one.vrm: info: The file has 5 meshes; the policy allows 0 (kind). [POLICY_MESHES] at /meshes
$ vrm validate --policy - - <b.json
! vrm validate: standard input can be read only once
! Try `vrm help validate`.
? 2
# Every output has the findings.
$ vrm validate --policy a.json one.vrm --json | grep -o '"errors":1.*POLICY_MESHES'; vrm validate --policy a.json one.vrm --format sarif | grep -o '"ruleId":"POLICY_MESHES","level":"error"'; vrm validate --policy a.json one.vrm --format junit | grep -o 'POLICY_MESHES'; vrm validate --policy a.json one.vrm zero.vrm -j2 --summary
"errors":1,"warnings":0,"infos":0,"hints":0,"findings":[{"code":"POLICY_MESHES
"ruleId":"POLICY_MESHES","level":"error"
POLICY_MESHES
2 files: 2 with errors, 0 could not be read; 2 errors, 0 warnings, 0 infos, 0 hints
|
findings, by code:
  error        2 in     2 files  POLICY_MESHES
|
files, worst first:
  one.vrm: 1 error, 0 warnings, 0 infos, 0 hints
  zero.vrm: 1 error, 0 warnings, 0 infos, 0 hints
? 1
# A policy that is not understood is refused: nobody should rely on a limit that is not there.
$ for j in '{"policy":1,"limits":{"triangels":1}}' '{"policy":1,"limits":{"size":1}}' '{"policy":1,"limit":{}}' '{"policy":2}' '{"limits":{}}' '[]' '{"policy":1,"limits":{"nodes":-1}}' '{"policy":1,"limits":{"nodes":{"maximum":4}}}' '{"policy":1,"limits":{"nodes":{"severity":"error"}}}' '{"policy":1,"limits":{"nodes":1,"nodes":2}}' '{"policy":1,"licence":{"avatarPermision":"everyone"}}' '{"policy":1,"licence":{"avatarPermission":"evryone"}}' '{"policy":1,"licence":{"allowRedistribution":"yes"}}' '{"policy":1,"dialects":[]}' '{"policy":1,"dialects":"2.0"}' '{"policy":1,"severity":"fatal"}' '{"policy":1,'; do echo "$j" >p.json; vrm validate --policy p.json one.vrm; echo "status $?"; done
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
status 2
! vrm validate: p.json: /limits/triangels: unknown limit; did you mean triangles?
! vrm validate: p.json: /limits/size: unknown limit: it is one of fileBytes, nodes, bones, meshes, primitives, drawCalls, skinnedMeshes, unskinnedMeshes, vertices, triangles, materials, textures, images, textureSide, texturePixels, textureMemory, morphTargets, sparseAccessors, expressions, springs, springJoints, colliders, colliderChecks, constraints, height
! vrm validate: p.json: /limit: unknown member; did you mean limits?
! vrm validate: p.json: /policy: this vrm knows version 1 alone
! vrm validate: p.json: this is no policy: "policy": 1 is missing
! vrm validate: p.json: a policy is a JSON object
! vrm validate: p.json: /limits/nodes: a whole number, 0 or more, is expected
! vrm validate: p.json: /limits/nodes/maximum: unknown member: it is one of max, severity, source, date, note
! vrm validate: p.json: /limits/nodes: there is no max
! vrm validate: p.json: /limits/nodes: stated twice
! vrm validate: p.json: /licence/avatarPermision: unknown term; did you mean avatarPermission?
! vrm validate: p.json: /licence/avatarPermission: unknown value; did you mean everyone?
! vrm validate: p.json: /licence/allowRedistribution: unknown value: it is one of false, true
! vrm validate: p.json: /dialects: an empty list accepts nothing
! vrm validate: p.json: /dialects: unknown value; did you mean 1.0?
! vrm validate: p.json: /severity: unknown value: it is one of error, warning, info, hint
! vrm validate: p.json: the JSON text has a syntax error: Line 2, column 1: expected a key in double quotes, found the end. [INVALID_JSON]
$ vrm validate --policy none.json one.vrm
! vrm validate: none.json: No such file or directory
? 3
# The examples are policies.
$ for p in "$POLICIES"/*.json; do vrm validate -q --policy "$p" one.vrm; echo "$(basename "$p") $?"; done
mobile.json 1
redistribution.json 0
social.json 0
$ echo '{"policy":1,"name":true}' | vrm validate --policy - one.vrm
! vrm validate: -: /name: a name is a string
? 2
# The policies that come with the command have names; a file of that name goes first.
$ for p in mobile redistribution social; do vrm validate -q --policy $p one.vrm; echo "$p $?"; vrm validate --policy $p one.vrm >by_name; vrm validate --policy "$POLICIES/$p.json" one.vrm | cmp - by_name; done
mobile 1
redistribution 0
social 0
$ echo '{"policy":1,"name":"mine"}' >social && vrm validate --policy social one.vrm | tail -n 1; rm social
one.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm validate --policy socail one.vrm
! vrm validate: socail: no such file, and no policy of that name; did you mean social?
? 3
