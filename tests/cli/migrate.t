# An old avatar becomes a 1.0 file, and every decision about its licence is told. R-313
# (Masks depend on what the command was built with: migrate_masks.t.)
$ echo 'remove /extensions/VRM/materialProperties/2/textureProperties/_OutlineWidthTexture' > edit
$ vrm_scene 0.x zero.vrm --edit edit && vrm_scene 1.0 one.vrm && vrm_scene 1.0-beta beta.vrm && vrm_scene 1.0-draft draft.vrm
$ vrm migrate zero.vrm -o new.vrm
zero.vrm: VRM 0.x to 1.0
  info: Licence CC0 becomes allowRedistribution true, modification allowModificationRedistribution, creditNotation unnecessary; what it grants beyond that is named by otherLicenseUrl. [MIGRATE_LICENSE] at /extensions/VRM/meta/licenseName
  info: Who may use it becomes avatarPermission everyone. [MIGRATE_LICENSE] at /extensions/VRM/meta/allowedUserName
  info: Violent use becomes allowExcessivelyViolentUsage true. [MIGRATE_LICENSE] at /extensions/VRM/meta/violentUssageName
  info: Sexual use becomes allowExcessivelySexualUsage true. [MIGRATE_LICENSE] at /extensions/VRM/meta/sexualUssageName
  info: Commercial use becomes commercialUsage personalProfit: companies are not meant unless the owner says so. [MIGRATE_LICENSE] at /extensions/VRM/meta/commercialUssageName
  info: Political, religious, antisocial and hateful use: the old licence says nothing, so they are not allowed. [MIGRATE_LICENSE] at /extensions/VRM/meta
$ vrm validate --severity warning new.vrm
new.vrm: VRM 1.0: 0 errors, 0 warnings, 2 infos, 0 hints
$ vrm migrate --json zero.vrm -o new.vrm | grep -o '"from":"0.x","to":"1.0"\|"code":"[A-Z_]*"' | sort | uniq -c
      6 "code":"MIGRATE_LICENSE"
      1 "from":"0.x","to":"1.0"
$ vrm migrate -q beta.vrm -o newbeta.vrm && vrm validate --severity warning newbeta.vrm
newbeta.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm migrate -q draft.vrm -o newdraft.vrm && vrm validate --severity warning newdraft.vrm
newdraft.vrm: VRM 1.0: 0 errors, 0 warnings, 0 infos, 0 hints
# The owner may decide more, in the words of 1.0.
$ vrm migrate -q zero.vrm --set commercialUsage=corporation --set name=Nova -o mine.vrm && vrm meta mine.vrm | head -9
mine.vrm
  name             Nova
  version          1
  authors          The libvrm authors
  thumbnail        image 8
  may be used by   everyone
  for profit       yes, for companies too
  violent use      yes
  sexual use       yes
$ vrm migrate -q zero.vrm --set tytle=Nova -o no.vrm 2>&1 | cut -c1-50
vrm migrate: meta of VRM 1.0 has no "tytle"; it ha
# A 1.0 file passes through byte for byte. R-334
$ vrm migrate one.vrm -o same.vrm && cmp one.vrm same.vrm
one.vrm: already VRM 1.0, written as it is
$ vrm migrate -q new.vrm -o twice.vrm && cmp new.vrm twice.vrm
# Through pipes: what is told goes to standard error.
$ vrm migrate - -o - < zero.vrm 2>told.txt | cmp - new.vrm && head -n 1 told.txt
-: VRM 0.x to 1.0
# In place, only when asked.
$ cp zero.vrm here.vrm; vrm migrate -q here.vrm -o here.vrm
! vrm migrate: the output would overwrite the input here.vrm; --in-place is for that
! Try `vrm help migrate`.
? 2
$ vrm migrate -q here.vrm --in-place && cmp here.vrm new.vrm
$ vrm migrate zero.vrm
! vrm migrate: say where to write: -o OUT, or --in-place
! Try `vrm help migrate`.
? 2
# Back to 0.x, with everything told that it cannot say.
$ vrm migrate --to 0.x one.vrm -o old.vrm | grep -v '^      ' | cut -c1-70 | sort | uniq -c
      1   info: 0.x has no place for this part of meta; it is kept in meta.ext
      3   info: 0.x knows spheres only: this collider became a row of spheres,
      1   info: MToon 0.x has nothing for this value, or not in this range; th
      1   info: MToon 1.0 reads this texture from green (outline) or blue (mas
      1   info: Passing on is allowed: licenseName Other, with the address tha
      1   warning: 0.x cannot bind the colour of a matcap; the bind is lost. [
      2   warning: 0.x has no collider that keeps bones inside; it is lost. [D
      1   warning: 4 x DOWNGRADE_CONSTRAINT_LOST: 0.x has no node constraints;
      1   warning: 6 x DOWNGRADE_OVERRIDE_LOST: 0.x has no overrides: this exp
      1   warning: 6 x DOWNGRADE_SPRING_SETTINGS_VARY: 0.x has one setting for
      1 one.vrm: VRM 1.0 to 0.x
$ vrm validate --severity warning old.vrm
old.vrm: VRM 0.x: 0 errors, 0 warnings, 0 infos, 0 hints
$ vrm info old.vrm | sed -n 2p
  name             Sample
$ vrm migrate --to 0.x zero.vrm -o same.vrm && cmp zero.vrm same.vrm
zero.vrm: already VRM 0.x, written as it is
$ vrm migrate -q --to 0.x new.vrm --set title=Nova -o back.vrm && vrm meta --json back.vrm | grep -o '"name":"[A-Za-z]*"\|"licenseName":"[A-Z0-9_]*"'
"name":"Nova"
"licenseName":"CC0"
$ vrm migrate --to 0.x draft.vrm -o no.vrm
! vrm migrate: draft.vrm: the file needs something that is not supported: Files of the 2019 draft are not brought to 0.x as they are; migrate the avatar to 1.0 first. [DOWNGRADE_DRAFT]
? 1
$ vrm migrate --to 2.0 one.vrm -o no.vrm
! vrm migrate: --to is 1.0 or 0.x, not 2.0
! Try `vrm help migrate`.
? 2
# What is no avatar, or cannot be migrated faithfully, is refused and nothing is written.
$ echo '{"asset":{"version":"2.0"}}' > bare.gltf; vrm migrate bare.gltf -o no.vrm
! vrm migrate: bare.gltf: the file cannot be used: The file is no VRM avatar, so there is nothing to migrate. [MIGRATE_NOT_AN_AVATAR]
? 1
$ vrm migrate --json bare.gltf -o no.vrm 2>/dev/null
{"file":"bare.gltf","error":"the file cannot be used","code":"MIGRATE_NOT_AN_AVATAR","message":"The file is no VRM avatar, so there is nothing to migrate."}
? 1
$ ls no.vrm
! ls: cannot access 'no.vrm': No such file or directory
? 2
# Terms that a file states twice are refused, and nothing is written. With --force they are told: what is written has the last of them alone.
$ printf '%s' '{"asset":{"version":"2.0"},"extensionsUsed":["VRM"],"extensions":{"VRM":{"meta":{"allowedUserName":"OnlyAuthor"},"meta":{"allowedUserName":"Everyone"},"humanoid":{"humanBones":[]}}}}' > terms.gltf
$ vrm migrate --json terms.gltf -o no.vrm; ls no.vrm
{"file":"terms.gltf","error":"the file cannot be used","code":"DUPLICATE_KEY","pointer":"/extensions/VRM/meta","message":"An object has the same key more than once; the last one counts here and with most programs, the first one with others. Keep the right one and remove the rest."}
! vrm migrate: terms.gltf: /extensions/VRM/meta is stated twice; the last value counts here, and other programs may take the first
! vrm migrate: terms.gltf: nothing is written; state the terms once (vrm meta --set), or use --force
! ls: cannot access 'no.vrm': No such file or directory
? 2
$ vrm migrate --json --force terms.gltf -o one_terms.gltf | grep -o '"code":"DUPLICATE_KEY","severity":"error","pointer":"[^"]*"'
"code":"DUPLICATE_KEY","severity":"error","pointer":"/extensions/VRM/meta"
! vrm migrate: terms.gltf: /extensions/VRM/meta is stated twice; the last value counts here, and other programs may take the first
$ vrm migrate -q --force terms.gltf -o one_terms.gltf; echo $?; vrm meta one_terms.gltf | grep 'used by'
0
  may be used by   everyone
! vrm migrate: terms.gltf: /extensions/VRM/meta is stated twice; the last value counts here, and other programs may take the first
# What is set is not "as it is".
$ vrm migrate one.vrm --set name=Nova -o named.vrm
one.vrm: already VRM 1.0, written with what was set
