# Meta is shown for people and for programs.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm
$ vrm meta one.vrm
one.vrm
  name             Sample
  version          1
  authors          The libvrm authors
  copyright        No rights reserved
  third parties    None.\nEverything here was made by code.
  thumbnail        image 8
  may be used by   everyone
  for profit       yes, for companies too
  violent use      yes
  sexual use       no
  political use    no
  antisocial use   no
  passing on       yes
  changing         yes, and changed copies may be passed on
  credit           not necessary
  licence text     https://vrm.dev/licenses/1.0/
  further terms    https://creativecommons.org/publicdomain/zero/1.0/
$ vrm meta --json zero.vrm
{"file":"zero.vrm","dialect":"0.x","meta":{"name":"Sample","version":"1","authors":["The libvrm authors"],"copyrightInformation":"","contactInformation":"","references":[],"thirdPartyLicenses":"","thumbnailImage":8,"licenseUrl":"","avatarPermission":"everyone","allowExcessivelyViolentUsage":true,"allowExcessivelySexualUsage":true,"commercialUsage":"personalProfit","allowPoliticalOrReligiousUsage":false,"allowAntisocialOrHateUsage":false,"creditNotation":"required","allowRedistribution":false,"modification":"prohibited","otherLicenseUrl":"","licenseName":"CC0","otherPermissionUrl":""}}
# With nothing to set, -o writes the same bytes again.
$ vrm meta one.vrm -o again.vrm && cmp one.vrm again.vrm
$ vrm meta zero.vrm -o - > again.vrm && cmp zero.vrm again.vrm
# The input is never overwritten, and a failure leaves no output behind.
$ vrm meta one.vrm -o one.vrm
! vrm meta: the output would overwrite the input one.vrm; --in-place is for that
! Try `vrm help meta`.
? 2
$ echo junk > junk.vrm; vrm meta junk.vrm -o out.vrm
! vrm meta: junk.vrm: not a glTF file, or cut short: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
? 1
$ ls out.vrm
! ls: cannot access 'out.vrm': No such file or directory
? 2
$ vrm meta one.vrm -o missing-folder/out.vrm
! vrm meta: missing-folder/out.vrm: there is no folder missing-folder
? 3
$ vrm meta one.vrm zero.vrm -o out.vrm
! vrm meta: several FILEs go to a folder: -o FOLDER/
! Try `vrm help meta`.
? 2
# A term that is stated twice is shown as its last value, and told: other readers may take the first.
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"Twice","authors":["a"],"licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"onlyAuthor","avatarPermission":"everyone"},"humanoid":{"humanBones":{}}}}}' > twice.gltf
$ vrm meta twice.gltf | grep 'used by'
  may be used by   everyone
! vrm meta: twice.gltf: /extensions/VRMC_vrm/meta/avatarPermission is stated twice; the last value counts here, and other programs may take the first
$ vrm meta -q twice.gltf
! vrm meta: twice.gltf: /extensions/VRMC_vrm/meta/avatarPermission is stated twice; the last value counts here, and other programs may take the first
? 1
$ vrm info -q twice.gltf
! vrm info: twice.gltf: /extensions/VRMC_vrm/meta/avatarPermission is stated twice; the last value counts here, and other programs may take the first
? 1
# So are the objects around it: two metas, two extensions, two lists of extensions.
$ sed 's/"humanoid"/"meta":{"name":"Second","authors":["b"],"licenseUrl":"https:\/\/vrm.dev\/licenses\/1.0\/"},"humanoid"/' twice.gltf | sed 's/"avatarPermission":"onlyAuthor",//' > metas.gltf
$ vrm meta -q metas.gltf
! vrm meta: metas.gltf: /extensions/VRMC_vrm/meta is stated twice; the last value counts here, and other programs may take the first
? 1
$ sed 's/^{/{"extensions":{"VRMC_vrm":{"meta":{"avatarPermission":"onlyAuthor"}}},/; s/"avatarPermission":"onlyAuthor","avatarPermission":"everyone"/"avatarPermission":"everyone"/' twice.gltf > lists.gltf
$ vrm info -q lists.gltf
! vrm info: lists.gltf: /extensions is stated twice; the last value counts here, and other programs may take the first
? 1
$ sed 's/"extensions":{/"extensions":{"VRMC_vrm":{"meta":{"name":"First"}},/; s/"avatarPermission":"onlyAuthor",//' twice.gltf > both.gltf
$ vrm meta -q both.gltf
! vrm meta: both.gltf: /extensions/VRMC_vrm is stated twice; the last value counts here, and other programs may take the first
? 1
# Repeated keys elsewhere, more than a report keeps, do not hide it.
$ { printf '{"extras":{'; yes '"a":1,' | head -n 1500 | tr -d '\n'; printf '"a":1},'; tail -c +2 twice.gltf; } > many.gltf
$ vrm meta -q many.gltf
! vrm meta: many.gltf: there are more errors than can be listed, so the terms may be stated twice; see vrm validate
? 1
