# The file around the avatar.

# R-010
rule VRM_BOTH_VERSIONS
avatar 1.0
bad set /extensions/VRM {"specVersion":"0.0"}
bad insert /extensionsUsed/- "VRM"
at /extensions/VRM
good insert /extensionsUsed/- "VRM"

rule VRM_SPEC_VERSION_MISSING
avatar 1.0
bad remove {vrm}/specVersion
at {vrm}
good set {vrm}/specVersion "1.0"

rule TYPE_MISMATCH
avatar 1.0
bad set {vrm}/expressions []
at {vrm}/expressions
good set {vrm}/expressions/extras {}

rule VRM_DRAFT_BESIDE_FINAL
avatar 1.0
bad set {vrm}/meta/title "Sample"
also VRM_MEMBER_UNKNOWN
at {vrm}/meta/title
good set {vrm}/meta/extras {"title":"Sample"}

rule VRM_SPEC_VERSION_UNKNOWN
avatar 1.0
bad set {vrm}/specVersion "1.1"
at {vrm}/specVersion
good set {vrm}/specVersion "1.0"

# R-186, R-165, R-256
rule VRM_EXTENSION_VERSION_MISSING
avatar 1.0
bad remove {spring}/specVersion
at {spring}
good set {spring}/specVersion "1.0-beta"

rule VRM_EXTENSION_VERSION_MISSING
avatar 1.0
bad remove /nodes/{LeftTwist}/extensions/VRMC_node_constraint/specVersion
at /nodes/{LeftTwist}/extensions/VRMC_node_constraint
good set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/specVersion "1.0-beta"

rule VRM_EXTENSION_VERSION_MISSING
avatar 1.0
bad remove /materials/{material Skin}/extensions/VRMC_materials_mtoon/specVersion
at /materials/{material Skin}/extensions/VRMC_materials_mtoon
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/specVersion "1.0-beta"

# R-011
rule VRM_EXTENSION_VERSION_UNKNOWN
avatar 1.0
bad set {spring}/specVersion "2.0"
at {spring}/specVersion
good set {spring}/specVersion "1.0-beta"

# R-234, R-295
rule VRM_EXTENSION_VERSION_DRAFT
avatar 1.0
bad set {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/specVersion "1.0-draft"
at {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/specVersion
good set {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/specVersion "1.0"

rule VRM_EXTENSION_VERSION_DRAFT
avatar clip
bad set {clip}/specVersion "1.0-draft"
at {clip}/specVersion
good set {clip}/specVersion "1.0"

rule VRM_DRAFT_SHAPE_UNSUPPORTED
avatar 1.0
bad set {spring}/settings []
at {spring}/settings
good set {spring}/extras {"settings":[]}

rule VRM_NOT_GLB
avatar 1.0
bad set /asset/generator "a program that writes text"
text
at {vrm}
without GOOD: the avatar as it is

rule VRM_EXTENSION_REQUIRED
avatar 1.0
bad set /extensionsRequired ["VRMC_vrm"]
at /extensionsRequired/0
good set /extensionsRequired ["KHR_texture_transform"]

rule VRM_EXTENSION_MISPLACED
avatar 1.0
bad set /nodes/{Hips}/extensions {"VRMC_springBone":{"specVersion":"1.0"}}
at /nodes/{Hips}/extensions/VRMC_springBone
good set /nodes/{Hips}/extras {"VRMC_springBone":{"specVersion":"1.0"}}

rule VRM_EXTENSION_MISSPELT
avatar 1.0
bad insert /extensionsUsed/- "VMRC_materials_mtoon"
also UNSUPPORTED_EXTENSION
at /extensionsUsed/8
good set /asset/generator "VMRC_materials_mtoon"

# R-012
rule UNDECLARED_EXTENSION
avatar 1.0
bad set /extensionsUsed ["VRMC_springBone","VRMC_springBone_extended_collider","VRMC_node_constraint","VRMC_materials_mtoon","KHR_materials_unlit","KHR_materials_emissive_strength","KHR_texture_transform"]
at {vrm}
good set /extensionsUsed ["VRMC_vrm","VRMC_springBone","VRMC_springBone_extended_collider","VRMC_node_constraint","VRMC_materials_mtoon","KHR_materials_unlit","KHR_materials_emissive_strength","KHR_texture_transform"]

rule VRM_MEMBER_UNKNOWN
avatar 1.0
bad set {vrm}/meta/licenceUrl "https://vrm.dev/licenses/1.0/"
at {vrm}/meta/licenceUrl
good set {vrm}/meta/extras {"licenceUrl":"https://vrm.dev/licenses/1.0/"}

rule VRM_MEMBER_UNKNOWN
avatar 0.x
bad set {vrm}/meta/licenseUrl "https://example.org"
at {vrm}/meta/licenseUrl
good set {vrm}/meta/extras {"licenseUrl":"https://example.org"}

# R-037, R-047
rule VRM_ARRAY_EMPTY
avatar 1.0
bad set {vrm}/meta/references []
at {vrm}/meta/references
good set {vrm}/meta/references ["an older work"]

rule VRM0_VECTOR_IS_ARRAY
avatar 0.x
bad set {vrm}/firstPerson/firstPersonBoneOffset [0,0.06,0]
at {vrm}/firstPerson/firstPersonBoneOffset
good set {vrm}/firstPerson/firstPersonBoneOffset {"x":0,"y":0.06,"z":0}

rule VRM_ANIMATION_UNUSED
avatar 1.0
bad set /animations [{"samplers":[{"input":0,"output":0}],"channels":[]}]
also EMPTY_ENTITY
also ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT
also ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE
also BUFFER_VIEW_TARGET_OVERRIDE
also UNUSED_OBJECT
also ACCESSOR_USAGE_OVERRIDE
at /animations
good set /asset/generator "no animations"

rule VRM_CAMERA_UNUSED
avatar 1.0
bad set /cameras [{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}]
bad set /nodes/{Head}/camera 0
at /cameras
good set /asset/generator "no cameras"

# R-023
rule NAME_DUPLICATED
avatar 0.x
bad set /nodes/{Spine}/name "Hips"
at /nodes/{Spine}/name
good set /nodes/{Spine}/name "Hips2"

# R-023
rule NAME_DUPLICATED
avatar 1.0-draft
bad set /materials/{material Hair}/name "Skin"
at /materials/{material Hair}/name
good set /materials/{material Hair}/name "skin"

# R-023
rule NAME_UNSAFE
avatar 0.x
bad set /nodes/{Spine}/name "a/b"
at /nodes/{Spine}/name
good set /nodes/{Spine}/name "a_b"

rule NAME_HAS_CONTROL_CHARACTERS
avatar 1.0
bad set {vrm}/meta/name "evil\u202eexe.mrv"
at {vrm}/meta/name
good set {vrm}/meta/name "两 lines\nare fine"

rule NAME_HAS_CONTROL_CHARACTERS
avatar 1.0
bad set /nodes/{Spine}/name "bell\u0007"
at /nodes/{Spine}/name
good set /nodes/{Spine}/name "a/b is fine here"
