# Expressions, gaze and first person.

# R-085
rule EXPRESSION_PRESET_UNKNOWN
avatar 1.0
bad set {vrm}/expressions/preset/joy {}
at {vrm}/expressions/preset/joy
good set {vrm}/expressions/custom/joy {"overrideBlink":"block"}

rule EXPRESSION_PRESET_UNKNOWN
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/0/presetName "happiness"
at {vrm}/blendShapeMaster/blendShapeGroups/0/presetName
good set {vrm}/blendShapeMaster/blendShapeGroups/0/presetName "JOY"

# R-086
rule EXPRESSION_CUSTOM_NAME_IS_PRESET
avatar 1.0
bad set {vrm}/expressions/custom/happy {}
at {vrm}/expressions/custom/happy
good set {vrm}/expressions/custom/Happy {"overrideBlink":"block"}

# R-096
rule EXPRESSION_DUPLICATED
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/1/presetName "joy"
at {vrm}/blendShapeMaster/blendShapeGroups/1
good set {vrm}/blendShapeMaster/blendShapeGroups/1/presetName "angry"

# R-096
rule EXPRESSION_DUPLICATED
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/19/name "WOW1"
at {vrm}/blendShapeMaster/blendShapeGroups/19
good set {vrm}/blendShapeMaster/blendShapeGroups/19/name "WOW3"

# R-089
rule EXPRESSION_BIND_NODE_INVALID
avatar 1.0
bad set {vrm}/expressions/preset/aa/morphTargetBinds/0/node 9999
at {vrm}/expressions/preset/aa/morphTargetBinds/0/node
good set {vrm}/expressions/preset/aa/morphTargetBinds/0/node {Face}

# R-089
rule EXPRESSION_BIND_NODE_WITHOUT_MESH
avatar 1.0
bad set {vrm}/expressions/preset/aa/morphTargetBinds/0/node {Head}
at {vrm}/expressions/preset/aa/morphTargetBinds/0/node
good set {vrm}/expressions/preset/aa/morphTargetBinds/0/node {Face}

rule EXPRESSION_BIND_MESH_INVALID
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/mesh 99
at {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/mesh
good set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/mesh {mesh Face}

rule EXPRESSION_BIND_MESH_UNUSED
avatar 0.x
bad remove /nodes/{Face}/mesh
bad remove /nodes/{Face}/skin
bad set {vrm}/blendShapeMaster/blendShapeGroups [{"name":"x","presetName":"joy","binds":[{"mesh":1,"index":0,"weight":100}]}]
also NODE_EMPTY
also UNUSED_OBJECT
at {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0
good set {vrm}/blendShapeMaster/blendShapeGroups [{"name":"x","presetName":"joy","binds":[{"mesh":1,"index":0,"weight":100}]}]

# R-089
rule EXPRESSION_BIND_MORPH_INVALID
avatar 1.0
bad set {vrm}/expressions/preset/aa/morphTargetBinds/0/index 18
at {vrm}/expressions/preset/aa/morphTargetBinds/0/index
good set {vrm}/expressions/preset/aa/morphTargetBinds/0/index 17

rule EXPRESSION_BIND_MORPH_INVALID
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/index -1
at {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/index
good set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/index 0

rule EXPRESSION_BIND_MATERIAL_INVALID
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0/material 99
at {vrm}/expressions/preset/angry/materialColorBinds/0/material
good set {vrm}/expressions/preset/angry/materialColorBinds/0/material {material Hair}

rule EXPRESSION_BIND_MATERIAL_INVALID
avatar 1.0
bad set {vrm}/expressions/custom/wow1/textureTransformBinds/0/material 99
at {vrm}/expressions/custom/wow1/textureTransformBinds/0/material
good set {vrm}/expressions/custom/wow1/textureTransformBinds/0/material {material Hair}

# R-098
rule EXPRESSION_BIND_MATERIAL_INVALID
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/materialName "skin"
at {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/materialName
good set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/materialName "Hair"

# R-090
rule EXPRESSION_BIND_TYPE_UNKNOWN
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0/type "uvScale"
at {vrm}/expressions/preset/angry/materialColorBinds/0/type
good set {vrm}/expressions/preset/angry/materialColorBinds/0/type "matcapColor"

rule EXPRESSION_BIND_TYPE_UNKNOWN
avatar 1.0-draft
bad set {vrm}/blendShape/blendShapeGroups/1/materialValues/0/type "shadeColor"
at {vrm}/blendShape/blendShapeGroups/1/materialValues/0/type
good set {vrm}/blendShape/blendShapeGroups/1/materialValues/0/type "color"

# R-097
rule EXPRESSION_BIND_PROPERTY_UNKNOWN
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/propertyName "_Glossiness"
at {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/propertyName
good set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/propertyName "_MainTex_ST_S"

rule EXPRESSION_BIND_VALUE_INVALID
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/targetValue [1,1,1]
at {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/targetValue
good set {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/targetValue [1,1,1,1]

# R-091
rule ARRAY_LENGTH_NOT_IN_LIST
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue [1,1,1]
at {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue
good set {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue [1,1,1,1]

# R-033
rule EXPRESSION_OVERRIDE_UNKNOWN
avatar 1.0
bad set {vrm}/expressions/preset/happy/overrideMouth "Block"
at {vrm}/expressions/preset/happy/overrideMouth
good set {vrm}/expressions/preset/happy/overrideMouth "blend"

rule EXPRESSION_NAME_EMPTY
avatar 1.0
bad set {vrm}/expressions/custom/ {"overrideBlink":"block"}
at {vrm}/expressions/custom/
good set {vrm}/expressions/custom/x {"overrideBlink":"block"}

rule EXPRESSION_WITHOUT_EFFECT
avatar 1.0
bad set {vrm}/expressions/custom/nothing {"isBinary":true}
at {vrm}/expressions/custom/nothing
good set {vrm}/expressions/custom/nothing {"isBinary":true,"overrideMouth":"blend"}

rule EXPRESSION_BIND_DUPLICATED
avatar 1.0
bad set {vrm}/expressions/preset/blink/morphTargetBinds/1/index 5
at {vrm}/expressions/preset/blink/morphTargetBinds/1
good set {vrm}/expressions/preset/blink/morphTargetBinds/1/index 4

rule EXPRESSION_WEIGHT_NOT_IN_RANGE
avatar 1.0
bad set {vrm}/expressions/preset/aa/morphTargetBinds/0/weight 100
at {vrm}/expressions/preset/aa/morphTargetBinds/0/weight
good set {vrm}/expressions/preset/aa/morphTargetBinds/0/weight 0.01

rule EXPRESSION_WEIGHT_NOT_IN_RANGE
avatar 0.x
bad set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/weight 101
at {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/weight
good set {vrm}/blendShapeMaster/blendShapeGroups/0/binds/0/weight 100

# R-123
rule EXPRESSION_COLOR_UNSUPPORTED
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0 {"material":{material Cloth},"type":"rimColor","targetValue":[1,0,0,1]}
at {vrm}/expressions/preset/angry/materialColorBinds/0/type
good set {vrm}/expressions/preset/angry/materialColorBinds/0 {"material":{material Cloth},"type":"emissionColor","targetValue":[1,0,0,1]}

# R-123
rule EXPRESSION_COLOR_UNSUPPORTED
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0 {"material":{material Eyes},"type":"emissionColor","targetValue":[1,0,0,1]}
at {vrm}/expressions/preset/angry/materialColorBinds/0/type
good set {vrm}/expressions/preset/angry/materialColorBinds/0 {"material":{material Eyes},"type":"color","targetValue":[1,0,0,1]}

rule EXPRESSION_COLOR_NOT_IN_RANGE
avatar 1.0
bad set {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue [255,0,0,1]
at {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue
good set {vrm}/expressions/preset/angry/materialColorBinds/0/targetValue [1,0,0,1]

rule EXPRESSION_TEXTURE_BIND_UNUSED
avatar 1.0
bad set {vrm}/expressions/custom/wow1/textureTransformBinds/0/material {material Eyes}
bad remove /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture
bad set /materials/{material Skin}/emissiveTexture {"index":3}
also UNUSED_OBJECT
at {vrm}/expressions/custom/wow1/textureTransformBinds/0/material
good set {vrm}/expressions/custom/wow1/textureTransformBinds/0/material {material Eyes}

rule EXPRESSION_OVERRIDES_ITSELF
avatar 1.0
bad set {vrm}/expressions/preset/aa/overrideMouth "block"
at {vrm}/expressions/preset/aa/overrideMouth
good set {vrm}/expressions/preset/aa/overrideBlink "block"

rule EXPRESSION_MATERIAL_AMBIGUOUS
avatar 0.x
bad set /materials/{material Glass}/name "Skin"
bad set {vrm}/materialProperties/6/name "Skin"
also NAME_DUPLICATED
at {vrm}/blendShapeMaster/blendShapeGroups/1/materialValues/0/materialName
good set /materials/{material Glass}/name "Skin2"
good set {vrm}/materialProperties/6/name "Skin2"

# R-033
rule LOOK_AT_TYPE_UNKNOWN
avatar 1.0
bad set {vrm}/lookAt/type "Bone"
at {vrm}/lookAt/type
good set {vrm}/lookAt/type "bone"

rule LOOK_AT_TYPE_UNKNOWN
avatar 0.x
bad set {vrm}/firstPerson/lookAtTypeName "Eyes"
at {vrm}/firstPerson/lookAtTypeName
good set {vrm}/firstPerson/lookAtTypeName "bone"

rule LOOK_AT_INPUT_NOT_IN_RANGE
avatar 1.0
bad set {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue 181
at {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue
good set {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue 180

rule LOOK_AT_CURVE_INVALID
avatar 0.x
bad set {vrm}/firstPerson/lookAtVerticalUp/curve [0,0,0,1,1,1,1]
at {vrm}/firstPerson/lookAtVerticalUp/curve
good set {vrm}/firstPerson/lookAtVerticalUp/curve [0,0,0,2,1,1,0,0]

rule LOOK_AT_BONE_WITHOUT_EYES
avatar 1.0
bad remove {vrm}/humanoid/humanBones/leftEye
bad remove {vrm}/humanoid/humanBones/rightEye
at {vrm}/lookAt
good remove {vrm}/humanoid/humanBones/leftEye

rule LOOK_AT_EXPRESSION_MISSING
avatar 1.0 look
bad remove {vrm}/expressions/preset/lookUp
at {vrm}/lookAt
good set {vrm}/expressions/preset/lookUp/isBinary true

rule LOOK_AT_INPUT_ZERO
avatar 1.0
bad set {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue 0
at {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue
good set {vrm}/lookAt/rangeMapVerticalUp/inputMaxValue 1

rule LOOK_AT_OUTPUT_NOT_IN_RANGE
avatar 1.0 look
bad set {vrm}/lookAt/rangeMapVerticalUp/outputScale 10
at {vrm}/lookAt/rangeMapVerticalUp/outputScale
good set {vrm}/lookAt/rangeMapVerticalUp/outputScale 0.5

rule LOOK_AT_OUTPUT_NOT_IN_RANGE
avatar 0.x
bad set {vrm}/firstPerson/lookAtVerticalUp/yRange 91
at {vrm}/firstPerson/lookAtVerticalUp/yRange
good set {vrm}/firstPerson/lookAtVerticalUp/yRange 10

rule LOOK_AT_OFFSET_FAR
avatar 1.0
bad set {vrm}/lookAt/offsetFromHeadBone [0,6,0]
at {vrm}/lookAt/offsetFromHeadBone
good set {vrm}/lookAt/offsetFromHeadBone [0,0.06,0]

rule LOOK_AT_OFFSET_MISSING
avatar 1.0
bad remove {vrm}/lookAt/offsetFromHeadBone
at {vrm}/lookAt
good set {vrm}/lookAt/offsetFromHeadBone [0,0,0]

rule FIRST_PERSON_NODE_INVALID
avatar 1.0
bad set {vrm}/firstPerson/meshAnnotations/0/node 9999
at {vrm}/firstPerson/meshAnnotations/0/node
good set {vrm}/firstPerson/meshAnnotations/0/node {Swaying}

# R-163
rule FIRST_PERSON_NODE_WITHOUT_MESH
avatar 1.0
bad set {vrm}/firstPerson/meshAnnotations/0/node {Head}
at {vrm}/firstPerson/meshAnnotations/0/node
good set {vrm}/firstPerson/meshAnnotations/0/node {Body}

rule FIRST_PERSON_MESH_INVALID
avatar 0.x
bad set {vrm}/firstPerson/meshAnnotations/0/mesh 99
at {vrm}/firstPerson/meshAnnotations/0/mesh
good set {vrm}/firstPerson/meshAnnotations/0/mesh {mesh Body}

# R-153
rule FIRST_PERSON_TYPE_UNKNOWN
avatar 1.0
bad set {vrm}/firstPerson/meshAnnotations/0/type "Both"
at {vrm}/firstPerson/meshAnnotations/0/type
good set {vrm}/firstPerson/meshAnnotations/0/type "both"

rule FIRST_PERSON_TYPE_UNKNOWN
avatar 0.x
bad set {vrm}/firstPerson/meshAnnotations/0/firstPersonFlag "Never"
at {vrm}/firstPerson/meshAnnotations/0/firstPersonFlag
good set {vrm}/firstPerson/meshAnnotations/0/firstPersonFlag "both"

rule FIRST_PERSON_DUPLICATED
avatar 1.0
bad set {vrm}/firstPerson/meshAnnotations/1/node {Body}
at {vrm}/firstPerson/meshAnnotations/1
good set {vrm}/firstPerson/meshAnnotations/1/node {Swaying}

rule FIRST_PERSON_BONE_INVALID
avatar 0.x
bad set {vrm}/firstPerson/firstPersonBone 9999
at {vrm}/firstPerson/firstPersonBone
good set {vrm}/firstPerson/firstPersonBone -1

rule FIRST_PERSON_BONE_NOT_HEAD
avatar 0.x
bad set {vrm}/firstPerson/firstPersonBone {Neck}
at {vrm}/firstPerson/firstPersonBone
good set {vrm}/firstPerson/firstPersonBone {Head}
