# For CI systems: all files in one document. A file with warnings alone passes; one that cannot be read is an error.
$ mkdir in && vrm_scene 1.0 in/good.vrm && echo 'set /extensions/VRMC_vrm/humanoid/humanBones/hips/node 9999' >edit.txt && vrm_scene 1.0 'in/bad & "worse".vrm' --edit edit.txt && echo junk >in/junk.vrm
$ vrm validate --format junit --severity error in
<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="vrm validate" tests="3" failures="2" errors="0">
  <testcase classname="vrm.validate" name="in/bad &amp; &quot;worse&quot;.vrm">
    <failure message="1 error">error: The required bone hips is not mapped. Map it to a node. [HUMANOID_BONE_MISSING] at /extensions/VRMC_vrm/humanoid/humanBones
</failure>
  </testcase>
  <testcase classname="vrm.validate" name="in/good.vrm">
    <system-out></system-out>
  </testcase>
  <testcase classname="vrm.validate" name="in/junk.vrm">
    <failure message="1 error">error: The file has only 5 bytes; a GLB header alone has 12. [GLB_UNEXPECTED_END_OF_HEADER]
</failure>
  </testcase>
</testsuite>
</testsuites>
? 1
$ vrm validate --format sarif --severity error in >found.sarif
? 1
$ grep -o '"version":"2.1.0","runs"\|"name":"vrm validate"' found.sarif; grep -o '"results":.*' found.sarif | sed 's/{"ruleId"/\n&/g' | cut -c1-400
"version":"2.1.0","runs"
"name":"vrm validate"
"results":[
{"ruleId":"HUMANOID_BONE_MISSING","level":"error","message":{"text":"The required bone hips is not mapped. Map it to a node."},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"in/bad%20%26%20%22worse%22.vrm"}},"logicalLocations":[{"fullyQualifiedName":"/extensions/VRMC_vrm/humanoid/humanBones"}]}]},
{"ruleId":"GLB_UNEXPECTED_END_OF_HEADER","level":"error","message":{"text":"The file has only 5 bytes; a GLB header alone has 12."},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"in/junk.vrm"}}}]}]}]}
$ vrm validate --format sarif in/good.vrm | grep -c '"results":'
1
$ vrm validate --format xml in
! vrm validate: --format is sarif or junit, not xml
! Try `vrm help validate`.
? 2
$ vrm validate --format junit --json in
! vrm validate: --format excludes --json, --quiet and --summary
! Try `vrm help validate`.
? 2
$ vrm validate --format junit none.vrm
<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="vrm validate" tests="1" failures="0" errors="1">
  <testcase classname="vrm.validate" name="none.vrm">
    <error message="No such file or directory"/>
  </testcase>
</testsuite>
</testsuites>
! vrm validate: none.vrm: No such file or directory
? 3
# A folder without avatars is a document too, and no success.
$ mkdir empty; vrm validate --format junit empty
<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="vrm validate" tests="0" failures="0" errors="0">
</testsuite>
</testsuites>
! vrm validate: empty: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
? 1
$ vrm validate --format sarif empty | grep -o '"results":.*'
"results":[]}]}
! vrm validate: empty: there is no .vrm, .glb, .gltf or .vrma in this folder; subfolders are not searched
# Every code of a result is described.
$ vrm validate --format sarif none.vrm | grep -o '"id":"FILE_UNREADABLE"[^}]*}\|"ruleId":"[A-Z_]*"'
"id":"FILE_UNREADABLE","shortDescription":{"text":"The file could not be read."}
"ruleId":"FILE_UNREADABLE"
! vrm validate: none.vrm: No such file or directory
