# Fields are set in the words of the file's own dialect, and read back.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene 1.0-draft draft.vrm
$ vrm meta one.vrm --set name=Nova --set authors=Ann --set authors=Bo --set version= --set allowRedistribution=false --set modification=prohibited -o new.vrm && vrm meta new.vrm
new.vrm
  name             Nova
  authors          Ann
                   Bo
  copyright        No rights reserved
  third parties    None.\nEverything here was made by code.
  thumbnail        image 8
  may be used by   everyone
  for profit       yes, for companies too
  violent use      yes
  sexual use       no
  political use    no
  antisocial use   no
  passing on       no
  changing         no
  credit           not necessary
  licence text     https://vrm.dev/licenses/1.0/
  further terms    https://creativecommons.org/publicdomain/zero/1.0/
$ vrm meta zero.vrm --set title=Nova --set violentUssageName=Disallow --set licenseName=CC_BY -o new0.vrm && vrm meta --json new0.vrm | grep -o '"name":"Nova"\|"allowExcessivelyViolentUsage":[a-z]*\|"licenseName":"CC_BY"'
"name":"Nova"
"allowExcessivelyViolentUsage":false
"licenseName":"CC_BY"
$ vrm meta draft.vrm --set title=Nova --set license=CC0 -o - | vrm meta --json - | grep -o '"name":"Nova"\|"licenseName":"CC0"'
"name":"Nova"
"licenseName":"CC0"
# Everything else keeps its bytes: a name of the same length changes six bytes of the file.
$ vrm meta one.vrm --set name=Nobody -o same.vrm && cmp -l one.vrm same.vrm | wc -l
6
# Setting back gives the first file again.
$ vrm meta same.vrm --set name=Sample -o back.vrm && cmp one.vrm back.vrm
# A thumbnail: the old picture gives way, nothing else moves.
$ printf '\211PNG\r\n\032\n\000\000\000\rIHDR\000\000\000\001\000\000\000\001\010\002\000\000\000\220wS\336\000\000\000\014IDATx\234c\370\377\377?\000\005\376\002\376\r\357F\270\000\000\000\000IEND\256B`\202' > face.png
$ vrm meta one.vrm --thumbnail face.png -o faced.vrm && vrm validate --severity error faced.vrm && vrm meta faced.vrm | grep thumbnail
faced.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 1 hint
  thumbnail        image 8
$ vrm meta zero.vrm --thumbnail face.png -o faced.vrm && vrm validate --severity error faced.vrm && vrm meta faced.vrm | grep thumbnail
faced.vrm: VRM 0.x: 0 errors, 0 warnings, 0 infos, 1 hint
  thumbnail        image 8
$ vrm meta one.vrm --thumbnail one.vrm -o no.vrm
! vrm meta: one.vrm: neither a PNG nor a JPEG picture
? 1
$ vrm meta one.vrm --thumbnail nowhere.png -o no.vrm
! vrm meta: nowhere.png: No such file or directory
? 3
# The file itself is written only when asked, whole.
$ cp one.vrm here.vrm; vrm meta here.vrm --set name=There --in-place && vrm meta here.vrm | head -2
here.vrm
  name             There
# What is not a field of the dialect, or not a value of the field, is wrong usage.
$ vrm meta one.vrm --set athors=x -o no.vrm
! vrm meta: meta of VRM 1.0 has no "athors"; did you mean authors? It has name version authors copyrightInformation contactInformation references thirdPartyLicenses licenseUrl avatarPermission allowExcessivelyViolentUsage allowExcessivelySexualUsage commercialUsage allowPoliticalOrReligiousUsage allowAntisocialOrHateUsage creditNotation allowRedistribution modification otherLicenseUrl
? 2
$ vrm meta zero.vrm --set allowedUserName=All -o no.vrm
! vrm meta: allowedUserName is one of OnlyAuthor ExplicitlyLicensedPerson Everyone
! Try `vrm help meta`.
? 2
$ vrm meta one.vrm --set name -o no.vrm
! vrm meta: --set takes KEY=VALUE, not name
! Try `vrm help meta`.
? 2
$ vrm meta one.vrm --set name=x
! vrm meta: say where to write: -o OUT, or --in-place
! Try `vrm help meta`.
? 2
$ vrm meta one.vrm --in-place
! vrm meta: nothing to set
! Try `vrm help meta`.
? 2
$ vrm meta one.vrm --set name=x --in-place -o no.vrm
! vrm meta: -o and --in-place exclude each other
! Try `vrm help meta`.
? 2
# An error that was not there before is not written, unless it is forced. R-039
$ vrm meta one.vrm --set name= -o no.vrm
! vrm meta: one.vrm: the result would have an error: The property 'name' is missing. [UNDEFINED_PROPERTY] at /extensions/VRMC_vrm/meta
! vrm meta: nothing written; --force writes it
? 1
$ ls no.vrm
! ls: cannot access 'no.vrm': No such file or directory
? 2
$ vrm meta one.vrm --set name= --force -o forced.vrm && vrm validate -q forced.vrm
? 1
# An old error stays the file's own: it does not stop the writing.
$ vrm meta forced.vrm --set version=2 -o again.vrm && vrm meta again.vrm | head -2
again.vrm
  version          2
# A term that is stated twice is stated once after it is set, also to the value it has: no reader finds the other one.
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"Twice","authors":["a"],"licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone","avatarPermission":"onlyAuthor"},"humanoid":{"humanBones":{}}}}}' > twice.gltf
$ vrm meta twice.gltf --set avatarPermission=onlyAuthor -o once.gltf && grep -o '"avatarPermission":"[A-Za-z]*"' once.gltf
"avatarPermission":"onlyAuthor"
$ vrm meta twice.gltf --set avatarPermission=onlySeparatelyLicensedPerson -o once.gltf && grep -o '"avatarPermission":"[A-Za-z]*"' once.gltf
"avatarPermission":"onlySeparatelyLicensedPerson"
# Without an avatar there is no meta.
$ echo '{"asset":{"version":"2.0"}}' > bare.gltf; vrm meta bare.gltf --set name=x -o no.vrm
! vrm meta: bare.gltf: no VRM avatar, so there is no meta to set
? 1
# A thumbnail may come from standard input, once for all files; glTF text takes none.
$ vrm meta one.vrm zero.vrm --thumbnail - -o piped/ <face.png && vrm meta one.vrm --thumbnail face.png -o faced.vrm && cmp faced.vrm piped/one.vrm && vrm meta zero.vrm --thumbnail face.png -o faced.vrm && cmp faced.vrm piped/zero.vrm
$ vrm meta - --thumbnail - -o no.vrm <one.vrm
! vrm meta: standard input can be read only once
! Try `vrm help meta`.
? 2
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"Text","authors":["a"],"licenseUrl":"https://vrm.dev/licenses/1.0/"},"humanoid":{"humanBones":{}}}}}' >text.gltf; vrm meta text.gltf --thumbnail face.png -o new.gltf
! vrm meta: text.gltf: this is glTF text: a thumbnail goes into a .vrm or .glb file
? 1

# Profit for persons is not profit for companies, which Allow of 0.x would include: what migrate writes is what --set writes, but where it is said already.
$ vrm_scene 0.x sells.vrm; vrm meta -q sells.vrm --set commercialUsage=personalProfit -o set.vrm; strings set.vrm | grep -o '"commercialUssageName":"[A-Za-z]*"'
"commercialUssageName":"Allow"
$ vrm_scene 1.0 up.vrm; vrm meta -q up.vrm --set commercialUsage=personalProfit -o up2.vrm; vrm migrate -q up2.vrm --to 0.x -o down.vrm; strings down.vrm | grep -o '"commercialUssageName":"[A-Za-z]*"'
"commercialUssageName":"Disallow"
$ vrm meta -q sells.vrm --set commercialUsage=corporation -o set.vrm; strings set.vrm | grep -o '"commercialUssageName":"[A-Za-z]*"'
"commercialUssageName":"Allow"
$ vrm meta -q up.vrm --set commercialUssageName=Allow -o set.vrm; strings set.vrm | grep -o '"commercialUsage":"[A-Za-z]*"'
"commercialUsage":"personalProfit"
# What is shown may be set without changing it; profit for persons that a file of 0.x cannot say is told.
$ vrm meta -q sells.vrm --set commercialUsage=personalNonProfit -o none.vrm; vrm meta -q none.vrm --set commercialUsage=personalProfit -o set.vrm; strings set.vrm | grep -o '"commercialUssageName":"[A-Za-z]*"'
"commercialUssageName":"Disallow"
! vrm meta: none.vrm: this dialect does not tell persons from companies: commercialUssageName=Disallow is written, which allows no profit
$ for file in one zero draft; do vrm meta --json $file.vrm | tr ',{' '\n\n' | sed -n 's/^"\(avatarPermission\|commercialUsage\|allowExcessively[A-Za-z]*\)":"\{0,1\}\([A-Za-z]*\)"\{0,1\}.*/\1=\2/p' | while read set; do vrm meta -q $file.vrm --set $set -o shown.vrm; cmp $file.vrm shown.vrm && echo $file $set; done; done
one avatarPermission=everyone
one allowExcessivelyViolentUsage=true
one allowExcessivelySexualUsage=false
one commercialUsage=corporation
zero avatarPermission=everyone
zero allowExcessivelyViolentUsage=true
zero allowExcessivelySexualUsage=true
zero commercialUsage=personalProfit
draft avatarPermission=everyone
draft allowExcessivelyViolentUsage=true
draft allowExcessivelySexualUsage=true
draft commercialUsage=personalProfit
# Several authors and references become one string where a dialect has one.
$ for file in one zero draft; do vrm meta -q $file.vrm --set authors=Ann --set authors=Ben --set references=r1 --set reference=r2 -o many.vrm; vrm meta --json many.vrm | grep -o '"authors":[^]]*]\|"references":[^]]*]'; done
"authors":["Ann","Ben"]
"references":["r1","r2"]
"authors":["Ann, Ben"]
"references":["r1, r2"]
"authors":["Ann, Ben"]
"references":["r1, r2"]
$ vrm migrate -q one.vrm --to 0.x --set authors=Ann --set author=Ben -o many.vrm; vrm meta --json many.vrm | grep -o '"authors":[^]]*]'
"authors":["Ann, Ben"]
$ vrm meta -q zero.vrm --set authors= -o none.vrm; vrm meta --json none.vrm | grep -o '"authors":[^]]*]'
"authors":[]
# A field is stated once, however it was spelt before.
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["VRM"],"extensions":{"VRM":{"meta":{"title":"Spelt","violentUsageName":"Allow","sexualUsage":"Allow","violentUsage":"Allow"}}}}' > spelt.gltf
$ vrm meta -q spelt.gltf --set violentUssageName=Disallow --set allowExcessivelySexualUsage=false --force -o once.gltf; grep -o '"meta":{[^}]*}' once.gltf
"meta":{"title":"Spelt","violentUssageName":"Disallow","sexualUssageName":"Disallow"}
# What the JSON says is shown and set although the meshes cannot be read.
$ printf '%s\n' 'set /extensionsRequired ["KHR_draco_mesh_compression"]' 'insert /extensionsUsed/- "KHR_draco_mesh_compression"' >edit; vrm_scene 1.0 draco.vrm --edit edit; vrm meta draco.vrm | head -3; vrm meta draco.vrm --set name=Renamed -o renamed.vrm && vrm meta renamed.vrm | grep name; vrm render --backend null renamed.vrm -o no.png
draco.vrm
  name             Sample
  version          1
renamed.vrm
  name             Renamed
! vrm render: renamed.vrm: the file needs something that is not supported: The meshes are compressed with Draco, which libvrm does not read; save the file without mesh compression or with EXT_meshopt_compression. [REQUIRED_EXTENSION_REFUSED]
? 1
