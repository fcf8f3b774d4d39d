# Both vocabularies of meta are understood; what is written are the words of the file's own dialect.
$ vrm_scene 1.0 one.vrm && vrm_scene 0.x zero.vrm && vrm_scene 1.0-draft draft.vrm
$ vrm meta zero.vrm --set name=Nova --set authors=Ann --set avatarPermission=onlyAuthor --set allowExcessivelyViolentUsage=false --set commercialUsage=personalNonProfit -o new.vrm && vrm meta new.vrm | grep -E 'name|authors|used by|violent|profit'
  name             Nova
  authors          Ann
  may be used by   only the author
  for profit       no: personal use without profit
  violent use      no
$ grep -a -o '"title":"Nova"\|"allowedUserName":"OnlyAuthor"\|"violentUssageName":"Disallow"\|"commercialUssageName":"Disallow"' new.vrm
"title":"Nova"
"allowedUserName":"OnlyAuthor"
"violentUssageName":"Disallow"
"commercialUssageName":"Disallow"
$ vrm meta one.vrm --set title=Nova --set author=Ann --set author=Bob --set allowedUserName=ExplicitlyLicensedPerson --set violentUsageName=Disallow --set commercialUssageName=Allow -o new.vrm && vrm meta new.vrm | grep -E -A1 'name|authors|used by|violent|profit' | grep -v '^--'
  name             Nova
  version          1
  authors          Ann
                   Bob
  may be used by   only people the author has licensed
  for profit       yes, for persons
  violent use      no
  sexual use       no
$ vrm meta draft.vrm --set name=Nova --set avatarPermission=everyone --set commercialUsage=corporation -o new.vrm && vrm meta new.vrm | grep -E 'name|used by|profit'
  name             Nova
  may be used by   everyone
  for profit       yes, for persons
$ vrm meta zero.vrm --set allowedUserName=EVERYONE -o new.vrm && vrm meta new.vrm | grep 'used by'
  may be used by   everyone
# An empty VALUE removes a field, in every dialect.
$ vrm meta zero.vrm --set title= --set contactInformation= --set violentUssageName= -o new.vrm && grep -a -c '"title"\|"contactInformation"\|"violentUssageName"' new.vrm
0
? 1
# A word that is nearly one is named.
$ vrm meta one.vrm --set athors=x -o no.vrm 2>&1 | cut -d';' -f1,2
vrm meta: meta of VRM 1.0 has no "athors"; did you mean authors? It has name version authors copyrightInformation contactInformation references thirdPartyLicenses licenseUrl avatarPermission allowExcessivelyViolentUsage allowExcessivelySexualUsage commercialUsage allowPoliticalOrReligiousUsage allowAntisocialOrHateUsage creditNotation allowRedistribution modification otherLicenseUrl
# Expressions: names of 1.0 on 0.x avatars and of 0.x on 1.0, in any case; in bake as in render a name alone is its full weight.
$ for name in happy joy Joy JOY sorrow fun A blink_L blinkLeft BLINK_R; do vrm render -q --backend null --size 8 zero.vrm --expression $name -o x.png && vrm render -q --backend null --size 8 one.vrm --expression $name=0.5 -o x.png && vrm bake -q one.vrm --seconds 0 --expression $name -o x.glb || echo "$name is not understood"; done
$ vrm bake -q one.vrm --seconds 0 --expression Joy -o a.glb && vrm bake -q one.vrm --seconds 0 --expression happy=1 -o b.glb && cmp a.glb b.glb
$ vrm render --backend null one.vrm --expression blnk -o x.png; vrm bake one.vrm --expression hapy -o x.glb
! vrm render: one.vrm: no expression blnk; did you mean blink? There are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
! vrm bake: one.vrm: no expression hapy; did you mean happy? There are happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blinkLeft, blinkRight, lookUp, lookDown, lookLeft, lookRight, neutral, wow1, wow2
? 1
# Codes and bones.
$ vrm validate --ignore UNUSED_OBJET one.vrm
! vrm validate: --ignore: there is no rule UNUSED_OBJET; did you mean UNUSED_OBJECT?
! Try `vrm help validate`.
? 2
$ printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT Bein\n{\nOFFSET 9 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -85 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 90 0 0 0 0 0 10 0\n0 90 0 0 0 0 0 20 0\n' > leg.bvh
$ echo 'Bein = rightUperLeg' > map.txt; vrm convert-motion -q leg.bvh --map map.txt -o x.vrma
! vrm convert-motion: map.txt: line 1: "rightUperLeg" is neither a bone nor an expression: write JOINT = BONE, such as leftUpperArm or -, or MORPH = EXPRESSION, such as happy; did you mean rightUpperLeg?
? 1
$ printf 'Bein = rightUpperLeg\nBien = leftUpperLeg\nArm = -\n' > map.txt; vrm convert-motion leg.bvh --map map.txt -o x.vrma | grep UNKNOWN
  warning: The motion has no joint "Bien"; did you mean Bein? [MOTION_JOINTS_UNKNOWN]
  warning: The motion has no joint "Arm" [MOTION_JOINTS_UNKNOWN]
# A limit is named by its own name, and one that is unknown or no number is refused.
$ vrm_scene 1.0 limited.vrm >/dev/null; vrm info -q --limit json_values=100 limited.vrm
! vrm info: limited.vrm: the file exceeds a limit: The JSON holds more values than the limit json_values of 100. [LIMIT_JSON_VALUES] (--limit NAME=VALUE)
? 1
$ vrm info -q --limit json_values=1M --limit memory=1G limited.vrm
$ vrm info --limit json_values=many limited.vrm
! vrm info: --limit json_values=many: VALUE must be a number above 0, which may end in k, M or G
! Try `vrm help info`.
? 2
$ vrm diff -q --limit work=10 limited.vrm limited.vrm
! vrm diff: limited.vrm: the files refer to their data so often that comparing them exceeds the limit work; --limit work=VALUE raises it
? 3
# A stream that never ends is refused: at once where it is no motion, else at a limit.
$ for c in 'trace limited.vrm /dev/zero' 'bake limited.vrm --motion /dev/zero -o x.glb' 'convert-motion /dev/zero -o x.vrma' 'render limited.vrm --animation /dev/zero -o x.png'; do vrm $c; done
! vrm trace: /dev/zero: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm bake: /dev/zero: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm convert-motion: /dev/zero: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
! vrm render: /dev/zero: the file cannot be used: This is no motion of a format that can be read; export it as BVH, FBX, VMD or glTF. [MOTION_UNKNOWN]
? 1
$ yes '{' | vrm trace --limit file_bytes=1M limited.vrm -
! vrm trace: -: the file is larger than the limit file_bytes of 1048576; --limit file_bytes=VALUE raises it
? 1

# Characters that a terminal would obey are escaped in JSON, too; others stay as they are.
$ printf '{"asset":{"version":"2.0","generator":"a\177b\302\233c\342\200\256d\342\201\246e\347\214\253"}}' > odd.gltf
$ vrm info --json odd.gltf | grep -o '"generator":"[^"]*"'
"generator":"a\u007fb\u009bc\u202ed\u2066e猫"
