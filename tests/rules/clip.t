# VRM animation.

rule CLIP_IN_AVATAR
avatar 1.0
bad set /extensions/VRMC_vrm_animation {"specVersion":"1.0"}
bad insert /extensionsUsed/- "VRMC_vrm_animation"
at /extensions/VRMC_vrm_animation
good insert /extensionsUsed/- "VRMC_vrm_animation"

rule CLIP_BONE_UNKNOWN
avatar clip
bad set {clip}/humanoid/humanBones/pelvis {"node":{gaze}}
at {clip}/humanoid/humanBones/pelvis
good remove {clip}/humanoid/humanBones/jaw
good set {clip}/expressions/custom/jaw {"node":{Jaw}}

# R-296
rule CLIP_BONE_MISSING
avatar clip
bad remove {clip}/humanoid/humanBones/spine
at {clip}/humanoid/humanBones
good remove {clip}/humanoid/humanBones/chest

rule CLIP_BONE_NODE_INVALID
avatar clip
bad set {clip}/humanoid/humanBones/chest/node 9999
at {clip}/humanoid/humanBones/chest/node
good set {clip}/humanoid/humanBones/chest/node {Chest}

rule CLIP_BONE_NODE_SHARED
avatar clip
bad set {clip}/humanoid/humanBones/upperChest/node {Chest}
at {clip}/humanoid/humanBones/upperChest
good set {clip}/humanoid/humanBones/upperChest/node {UpperChest}

# R-296
rule CLIP_EYE_BONE
avatar clip
bad set {clip}/humanoid/humanBones/leftEye {"node":{gaze}}
at {clip}/humanoid/humanBones/leftEye
good set {clip}/lookAt/node {gaze}

rule CLIP_EXPRESSION_PRESET_UNKNOWN
avatar clip
bad set {clip}/expressions/preset/joy {"node":{wow1}}
at {clip}/expressions/preset/joy
good set {clip}/expressions/preset/relaxed {"node":{wow1}}
good remove {clip}/expressions/custom/wow1

# R-303
rule CLIP_EXPRESSION_LOOK
avatar clip
bad set {clip}/expressions/preset/lookUp {"node":{wow1}}
at {clip}/expressions/preset/lookUp
good set {clip}/expressions/preset/ou {"node":{wow1}}
good remove {clip}/expressions/custom/wow1

# R-304
rule CLIP_EXPRESSION_CUSTOM_NAME_IS_PRESET
avatar clip
bad set {clip}/expressions/custom/sad {"node":{wow1}}
at {clip}/expressions/custom/sad
good set {clip}/expressions/preset/sad {"node":{wow1}}
good remove {clip}/expressions/custom/wow1

rule CLIP_EXPRESSION_NODE_INVALID
avatar clip
bad set {clip}/expressions/preset/happy/node 9999
also NODE_EMPTY
at {clip}/expressions/preset/happy/node
good set {clip}/expressions/preset/happy/node {happy}

# R-306
rule UNDEFINED_PROPERTY
avatar clip
bad remove {clip}/lookAt/node
also NODE_EMPTY
at {clip}/lookAt
good remove {clip}/lookAt/offsetFromHeadBone

rule CLIP_LOOK_AT_NODE_MISSING
avatar clip
bad set {clip}/lookAt/node 9999
also NODE_EMPTY
at {clip}/lookAt/node
good remove {clip}/lookAt/offsetFromHeadBone

rule CLIP_EMPTY
avatar clip
bad remove {clip}/humanoid
bad remove {clip}/expressions
bad remove {clip}/lookAt
also NODE_EMPTY
at {clip}
good remove {clip}/expressions/preset/happy
good set {clip}/expressions/custom/other {"node":{happy}}

rule CLIP_WITHOUT_ANIMATION
avatar clip
bad remove /animations
also UNUSED_OBJECT
at {clip}
good set /animations/0/name "still here"

rule CLIP_NOT_DESCENDANT
avatar clip
bad set {clip}/humanoid/humanBones/jaw/node {gaze}
bad remove {clip}/lookAt
also NODE_EMPTY
also CLIP_TRANSLATION_NOT_HIPS
at {clip}/humanoid/humanBones/jaw
good set {clip}/humanoid/humanBones/jaw/node {Jaw}

# R-301
rule CLIP_HIPS_ON_GROUND
avatar clip
bad set /nodes/{Root}/translation [0,-0.9,0]
at {clip}/humanoid/humanBones/hips
good set /nodes/{Root}/translation [0,-0.8,0]

rule CLIP_NODE_SCALED
avatar clip
bad set /nodes/{Jaw}/scale [2,2,2]
at /nodes/{Jaw}/scale
good set /nodes/{Jaw}/scale [1,1,1]

# R-299
rule CLIP_TRANSLATION_NOT_HIPS
avatar clip
bad set /animations/0/channels/3/target/node {Spine}
at /animations/0/channels/3/target/path
good set /animations/0/channels/3/target/node {Hips}

# R-299
rule CLIP_SCALE_ANIMATED
avatar clip
bad set /animations/0/channels/3/target/path "scale"
at /animations/0/channels/3/target/path
good set /animations/0/channels/3/target/path "translation"

rule CLIP_EXPRESSION_NOT_TRANSLATED
avatar clip
bad set /animations/0/channels/4/target/path "scale"
at /animations/0/channels/4/target/path
good set /animations/0/channels/4/target/path "translation"

rule CLIP_EXPRESSION_NODE_SHARED
avatar clip
bad set {clip}/expressions/custom/wow1/node {happy}
also NODE_EMPTY
at {clip}/expressions/custom/wow1
good set {clip}/expressions/custom/wow1/node {wow1}

rule CLIP_WEIGHT_NOT_IN_RANGE
avatar clip
bad set /animations/0/channels/4/target/node {blink}
bad set /animations/0/channels/5/target/node {happy}
bad float 6 3 1.5
at /animations/0/channels/4/target/path
good float 6 3 0.75

rule CLIP_GAZE_NOT_ROTATED
avatar clip
bad set /animations/0/channels/4/target/node {gaze}
at /animations/0/channels/4/target/path
good set /animations/0/channels/4/target/node {happy}
