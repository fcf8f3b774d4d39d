# Materials.

# R-263
rule MTOON_VALUE_NOT_IN_RANGE
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadingToonyFactor 1.5
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadingToonyFactor
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadingToonyFactor 1

# R-263
rule MTOON_VALUE_NOT_IN_RANGE
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeColorFactor [255,200,180]
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeColorFactor
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeColorFactor [1,0.8,0.7]

rule MTOON_OUTLINE_MODE_UNKNOWN
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthMode "world"
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthMode
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthMode "screenCoordinates"

rule UNRESOLVED_REFERENCE
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/index 99
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/index
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/index 1

rule MTOON_TEXTURE_INVALID
avatar 0.x
bad set {vrm}/materialProperties/0/textureProperties/_ShadeTexture 99
at {vrm}/materialProperties/0/textureProperties/_ShadeTexture
good set {vrm}/materialProperties/0/textureProperties/_ShadeTexture 1

rule MTOON_QUEUE_NOT_IN_RANGE
avatar 1.0
bad set /materials/{material Cheek}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber -1
at /materials/{material Cheek}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber
good set /materials/{material Cheek}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber 9

rule MTOON_QUEUE_NOT_IN_RANGE
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber 1
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber 0

rule MATERIAL_SHADER_UNKNOWN
avatar 0.x
bad set {vrm}/materialProperties/1/shader "Custom/Toon"
at {vrm}/materialProperties/1
good set {vrm}/materialProperties/1/shader "Standard"

rule MATERIAL_PROPERTIES_COUNT
avatar 0.x
bad remove {vrm}/materialProperties/6
at {vrm}/materialProperties
good set {vrm}/materialProperties/6/name "Glass"

rule MATERIAL_EMISSIVE_NOT_IN_RANGE
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_hdr_emissiveMultiplier {"emissiveMultiplier":-1}
bad insert /extensionsUsed/- "VRMC_materials_hdr_emissiveMultiplier"
also MATERIAL_HDR_MULTIPLIER_ARCHIVED
at /materials/{material Skin}/extensions/VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier
good insert /extensionsUsed/- "VRMC_materials_hdr_emissiveMultiplier"

# R-025
rule TEXTURE_TRANSFORM_ROTATION
avatar 1.0
bad set /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation 0.5
at /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation
good set /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset [0.5,0]

# R-025
rule TEXTURE_TRANSFORM_TEXCOORD
avatar 1.0
bad set /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord 0
at /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord
good set /materials/{material Eyes}/pbrMetallicRoughness/baseColorTexture/texCoord 0

rule TEXTURE_TRANSFORM_ROTATION
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/extensions {"KHR_texture_transform":{"rotation":1}}
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/extensions/KHR_texture_transform/rotation
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeMultiplyTexture/extensions {"KHR_texture_transform":{"scale":[2,2]}}

rule MTOON_Z_WRITE_WITHOUT_BLEND
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/transparentWithZWrite true
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/transparentWithZWrite
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/transparentWithZWrite true
good set /materials/{material Skin}/alphaMode "BLEND"

rule MTOON_OUTLINE_WITHOUT_WIDTH
avatar 1.0
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthFactor 0
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthMode
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/outlineWidthFactor 0.01

rule MTOON_SHADE_COLOR_MISSING
avatar 1.0
bad remove /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeColorFactor
at /materials/{material Skin}/extensions/VRMC_materials_mtoon
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/shadeColorFactor [0,0,0]

rule MTOON_MATCAP_FACTOR_MISSING
avatar 1.0
bad remove /materials/{material Hair}/extensions/VRMC_materials_mtoon/matcapFactor
at /materials/{material Hair}/extensions/VRMC_materials_mtoon
good remove /materials/{material Skin}/extensions/VRMC_materials_mtoon/matcapFactor

rule MTOON_UNLIT_FALLBACK_MISSING
avatar 1.0
bad remove /materials/{material Skin}/extensions/KHR_materials_unlit
at /materials/{material Skin}
good set /materials/{material Skin}/extensions/KHR_materials_unlit {}

rule MTOON_UV_ANIMATION_CLAMPED
avatar 1.0
bad set /samplers/0/wrapS 33071
at /materials/{material Glass}/extensions/VRMC_materials_mtoon
good set /samplers/0/wrapS 33648

rule MTOON_VERTEX_COLORS_IGNORED
avatar 1.0
bad set /meshes/{mesh Body}/primitives/0/attributes/COLOR_0 {accessor Body.0.WEIGHTS_0}
at /meshes/{mesh Body}/primitives/0/attributes
good set /meshes/{mesh Body}/primitives/1/attributes/COLOR_0 {accessor Body.0.WEIGHTS_0}

rule MATERIAL_EMISSION_TWICE
avatar 1.0
bad set /materials/{material Metal}/extensions/VRMC_materials_hdr_emissiveMultiplier {"emissiveMultiplier":2}
bad insert /extensionsUsed/- "VRMC_materials_hdr_emissiveMultiplier"
at /materials/{material Metal}/extensions/VRMC_materials_hdr_emissiveMultiplier
good insert /extensionsUsed/- "VRMC_materials_hdr_emissiveMultiplier"

rule MATERIAL_HDR_MULTIPLIER_ARCHIVED
avatar 1.0
bad set /materials/{material Cloth}/extensions {"VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":2}}
bad insert /extensionsUsed/- "VRMC_materials_hdr_emissiveMultiplier"
at /materials/{material Cloth}/extensions/VRMC_materials_hdr_emissiveMultiplier
good set /materials/{material Cloth}/emissiveFactor [1,1,1]
good set /materials/{material Cloth}/extensions {"KHR_materials_emissive_strength":{"emissiveStrength":2}}

rule MATERIAL_NAME_DIFFERS
avatar 0.x
bad set {vrm}/materialProperties/1/name "Skin"
at {vrm}/materialProperties/1/name
good set {vrm}/materialProperties/1/name "Cloth"

rule MATERIAL_QUEUE_NOT_IN_RANGE
avatar 0.x
bad set {vrm}/materialProperties/6/renderQueue 2950
at {vrm}/materialProperties/6/renderQueue
good set {vrm}/materialProperties/6/renderQueue 2951

rule VRM_VALUE_UNKNOWN
avatar 1.0-draft
bad set /materials/{material Skin}/extensions/VRMC_materials_mtoon/cullMode "Off"
at /materials/{material Skin}/extensions/VRMC_materials_mtoon/cullMode
good set /materials/{material Skin}/extensions/VRMC_materials_mtoon/cullMode "off"

rule VRM_VALUE_UNKNOWN
avatar 1.0-draft
bad set {vrm}/springBone/colliderGroups/0/colliders/0/shapeType "box"
at {vrm}/springBone/colliderGroups/0/colliders/0/shapeType
good set {vrm}/springBone/colliderGroups/0/colliders/0 {"shapeType":"sphere","offset":[0,0,0],"size":[0.1]}
