# Meshes, nodes and skins.

# R-019
rule MESH_ATTRIBUTES_DIFFER
avatar 1.0-draft
bad set /meshes/{mesh Body}/primitives/1/attributes/_EXTRA {accessor Body.1.NORMAL}
at /meshes/{mesh Body}/primitives/1/attributes
good set /meshes/{mesh Body}/primitives/0/attributes/_EXTRA {accessor Body.1.NORMAL}
good set /meshes/{mesh Body}/primitives/1/attributes/_EXTRA {accessor Body.1.NORMAL}

# R-020
rule MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT
avatar 1.0
bad remove /meshes/{mesh Face}/primitives/1/targets/17
at /meshes/{mesh Face}/primitives/1/targets
good set /meshes/{mesh Face}/primitives/1/extras {"targets":18}

# R-020
rule MESH_MORPH_ATTRIBUTES_DIFFER
avatar 1.0
bad set /meshes/{mesh Face}/primitives/1/targets/0/NORMAL {accessor Face.0.NORMAL}
at /meshes/{mesh Face}/primitives/1/targets
good set /meshes/{mesh Face}/primitives/0/targets/0/NORMAL {accessor Face.0.NORMAL}
good set /meshes/{mesh Face}/primitives/1/targets/0/NORMAL {accessor Face.0.NORMAL}
good set /meshes/{mesh Face}/primitives/2/targets/0/NORMAL {accessor Face.0.NORMAL}

rule MESH_TANGENT
avatar 1.0
bad set /meshes/{mesh Hairpin}/primitives/0/attributes/TANGENT {accessor Body.0.WEIGHTS_0}
also UNUSED_MESH_TANGENT
also MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT
also ACCESSOR_VECTOR3_NON_UNIT
also ACCESSOR_INVALID_SIGN
at /meshes/{mesh Hairpin}/primitives/0/attributes
good set /meshes/{mesh Hairpin}/primitives/0/extras {"TANGENT":0}

rule MORPH_TANGENT
avatar 1.0
bad set /meshes/{mesh Face}/primitives/0/targets/0/TANGENT {accessor Face.0.NORMAL}
bad set /meshes/{mesh Face}/primitives/1/targets/0/TANGENT {accessor Face.0.NORMAL}
bad set /meshes/{mesh Face}/primitives/2/targets/0/TANGENT {accessor Face.0.NORMAL}
also MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR
at /meshes/{mesh Face}/primitives/0/targets
good set /meshes/{mesh Face}/primitives/0/targets/0/NORMAL {accessor Face.0.NORMAL}
good set /meshes/{mesh Face}/primitives/1/targets/0/NORMAL {accessor Face.0.NORMAL}
good set /meshes/{mesh Face}/primitives/2/targets/0/NORMAL {accessor Face.0.NORMAL}

rule MORPH_NAMES_COUNT
avatar 1.0
bad remove /meshes/{mesh Face}/extras/targetNames/0
at /meshes/{mesh Face}/extras/targetNames
good set /meshes/{mesh Face}/extras/targetNames/0 "another name"

rule MORPH_NAMES_COUNT
avatar 0.x
bad insert /meshes/{mesh Face}/primitives/0/extras/targetNames/- "one too many"
at /meshes/{mesh Face}/primitives/0/extras/targetNames
good set /meshes/{mesh Face}/primitives/0/extras/targetNames/0 "another name"

rule MORPH_NAMES_IN_PRIMITIVE
avatar 1.0
bad remove /meshes/{mesh Face}/extras
bad set /meshes/{mesh Face}/primitives/0/extras {"targetNames":["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17","18"]}
at /meshes/{mesh Face}/primitives/0/extras/targetNames
good remove /meshes/{mesh Face}/extras

# R-070
rule NODE_SCALE_ZERO
avatar 1.0
bad set /nodes/{Hair1_4}/scale [0,1,1]
at /nodes/{Hair1_4}/scale
good set /nodes/{Hair1_4}/scale [0.1,0.1,0.1]

# R-070
rule NODE_SCALE_NEGATIVE
avatar 1.0
bad set /nodes/{Hair1_4}/scale [-1,-1,-1]
at /nodes/{Hair1_4}/scale
good set /nodes/{Hair1_4}/scale [2,2,2]

# R-070
rule NODE_SCALE_NOT_UNIFORM
avatar 1.0
bad set /nodes/{Hair1_4}/scale [1,1,1.1]
at /nodes/{Hair1_4}/scale
good set /nodes/{Hair1_4}/scale [1.1,1.1,1.1]

# R-071
rule NODE_ROTATION_NOT_NORMALIZED
avatar 0.x
bad set /nodes/{Hairpin}/rotation [0,0.6,0,0.8]
at /nodes/{Hairpin}/rotation
good set /nodes/{Hairpin}/rotation [0,0,0,1]

rule NODE_ROTATION_NOT_NORMALIZED
avatar 1.0-draft
bad set /nodes/{Hairpin}/rotation [0,0.6,0,0.8]
at /nodes/{Hairpin}/rotation
good set /nodes/{Hairpin}/rotation [0,0,0,-1]

# A light shines along its own axes, as a camera looks: normalizing keeps them.
rule NODE_ROTATION_NOT_NORMALIZED
avatar 0.x
bad set /nodes/{Hairpin}/rotation [0,0.6,0,0.8]
at /nodes/{Hairpin}/rotation
good set /nodes/{Hairpin}/rotation [0,0.6,0,0.8]
good insert /extensionsUsed/- "KHR_lights_punctual"
good set /extensions/KHR_lights_punctual {"lights":[{"type":"spot","spot":{}}]}
good set /nodes/{Hairpin}/extensions {"KHR_lights_punctual":{"light":0}}

# R-071
rule NODE_SCALE_NOT_NORMALIZED
avatar 0.x
bad set /nodes/{Hairpin}/scale [2,2,2]
at /nodes/{Hairpin}/scale
good set /nodes/{Hairpin}/scale [1,1,1]

rule SKIN_BINDS_CONTRADICT_NODES
avatar 0.x
bad set /nodes/{Jaw}/translation [0,0.1,0]
at /skins/0/inverseBindMatrices
good set /nodes/{Jaw}/extras {"note":"where it was"}

rule SKIN_BINDS_NOT_TRANSLATION
avatar 1.0-draft
bad float {binds} 0 0 1 0 0 -1 0 0 0 0 0 1 0
also SKIN_BINDS_CONTRADICT_NODES
also TPOSE_NOT_ON_GROUND
at /skins/0/inverseBindMatrices
good float {binds} 0 1 0 0 0 0 1 0 0 0 0 1 0

rule SKIN_SKELETON_NOT_AT_ORIGIN
avatar 1.0-draft
bad set /skins/0/skeleton {Hips}
at /skins/0/skeleton
good remove /skins/0/skeleton
