# Bones and the rest pose.

rule HUMANOID_MISSING
avatar 1.0
bad remove {vrm}/humanoid
also LOOK_AT_BONE_WITHOUT_EYES
at {vrm}
good set {vrm}/humanoid/extras {"note":"still here"}

# R-053
rule HUMANOID_BONE_UNKNOWN
avatar 1.0
bad set {vrm}/humanoid/humanBones/pelvis {"node":{Root}}
at {vrm}/humanoid/humanBones/pelvis
good set {vrm}/humanoid/humanBones/hips {"node":{Hips}}

rule HUMANOID_BONE_UNKNOWN
avatar 1.0-draft
bad set {vrm}/humanoid/humanBones/headEnd {"node":{Hairpin}}
at {vrm}/humanoid/humanBones/headEnd
good set {vrm}/humanoid/humanBones/headTail {"node":{Hairpin}}

# R-054
rule HUMANOID_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/spine
at {vrm}/humanoid/humanBones
good remove {vrm}/humanoid/humanBones/jaw

# R-054
rule HUMANOID_BONE_MISSING
avatar 1.0-draft
bad remove {vrm}/humanoid/humanBones/leftFoot
at {vrm}/humanoid/humanBones
good remove {vrm}/humanoid/humanBones/leftToes

# R-055
rule HUMANOID_BONE_MISSING
avatar 0.x
bad remove {vrm}/humanoid/humanBones/1
at {vrm}/humanoid/humanBones
good remove {vrm}/humanoid/humanBones/8

# R-055
rule HUMANOID_CHEST_OR_NECK_MISSING
avatar 0.x
bad remove {vrm}/humanoid/humanBones/4
at {vrm}/humanoid/humanBones
good remove {vrm}/humanoid/humanBones/3

# R-056
rule HUMANOID_BONE_DUPLICATED
avatar 0.x
bad insert {vrm}/humanoid/humanBones/- {"bone":"hips","node":{Root}}
at {vrm}/humanoid/humanBones/55
good insert {vrm}/humanoid/humanBones/- {"bone":"hips","node":-1}

# R-031
rule HUMANOID_NODE_INVALID
avatar 1.0
bad set {vrm}/humanoid/humanBones/jaw/node 9999
at {vrm}/humanoid/humanBones/jaw/node
good set {vrm}/humanoid/humanBones/jaw/node {Jaw}

# R-032
rule HUMANOID_NODE_INVALID
avatar 1.0
bad set {vrm}/humanoid/humanBones/jaw/node -1
at {vrm}/humanoid/humanBones/jaw/node
good remove {vrm}/humanoid/humanBones/jaw

# R-032
rule HUMANOID_NODE_INVALID
avatar 0.x
bad set {vrm}/humanoid/humanBones/8/node -2
at {vrm}/humanoid/humanBones/8/node
good set {vrm}/humanoid/humanBones/8/node -1

# R-058
rule HUMANOID_NODE_SHARED
avatar 1.0
bad set {vrm}/humanoid/humanBones/jaw/node {LeftEye}
at {vrm}/humanoid/humanBones/jaw
good set {vrm}/humanoid/humanBones/jaw/node {Jaw}

# R-061
rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/chest
at {vrm}/humanoid/humanBones/upperChest
good remove {vrm}/humanoid/humanBones/upperChest

# R-062
rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/leftIndexIntermediate
at {vrm}/humanoid/humanBones/leftIndexDistal
good remove {vrm}/humanoid/humanBones/leftIndexDistal

rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0-beta
bad remove {vrm}/humanoid/humanBones/rightLittleProximal
at {vrm}/humanoid/humanBones/rightLittleIntermediate
good remove {vrm}/humanoid/humanBones/rightLittleDistal

# R-063
rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/leftThumbProximal
at {vrm}/humanoid/humanBones/leftThumbDistal
good remove {vrm}/humanoid/humanBones/leftThumbDistal

rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/leftThumbMetacarpal
at {vrm}/humanoid/humanBones/leftThumbProximal
good remove {vrm}/humanoid/humanBones/rightThumbDistal

# R-064: a shoulder may hang from the spine, an arm from the chest
rule HUMANOID_PARENT_BONE_MISSING
avatar 1.0
bad remove {vrm}/humanoid/humanBones/chest
bad remove {vrm}/humanoid/humanBones/neck
at {vrm}/humanoid/humanBones/upperChest
good remove {vrm}/humanoid/humanBones/chest
good remove {vrm}/humanoid/humanBones/upperChest
good remove {vrm}/humanoid/humanBones/neck
good remove {vrm}/humanoid/humanBones/leftShoulder

# R-059
rule HUMANOID_NOT_DESCENDANT
avatar 1.0
bad set {vrm}/humanoid/humanBones/jaw/node {LeftTwist}
at {vrm}/humanoid/humanBones/jaw
good set {vrm}/humanoid/humanBones/jaw/node {Hairpin}

# R-060: a node that is no bone may stand between two bones
rule HUMANOID_NOT_DESCENDANT
avatar 1.0
bad remove /nodes/{Head}/children/0
bad set /nodes/{Wing}/children [{Jaw}]
at {vrm}/humanoid/humanBones/jaw
good remove /nodes/{Head}/children/0
good set /nodes/{Hairpin}/children [{Jaw}]

# R-066
rule HUMANOID_OLD_THUMB_NAMES
avatar 1.0
bad remove {vrm}/humanoid/humanBones/leftThumbMetacarpal
bad remove {vrm}/humanoid/humanBones/rightThumbMetacarpal
bad set {vrm}/humanoid/humanBones/leftThumbProximal {"node":{LeftThumbMetacarpal}}
bad set {vrm}/humanoid/humanBones/leftThumbIntermediate {"node":{LeftThumbProximal}}
bad set {vrm}/humanoid/humanBones/rightThumbProximal {"node":{RightThumbMetacarpal}}
bad set {vrm}/humanoid/humanBones/rightThumbIntermediate {"node":{RightThumbProximal}}
at {vrm}/humanoid/humanBones/leftThumbIntermediate
good set {vrm}/specVersion "1.0"

# R-069
rule HUMANOID_BONE_SCALE
avatar 1.0
bad set /nodes/{Jaw}/scale [0,0,0]
at /nodes/{Jaw}/scale
good set /nodes/{Jaw}/scale [0.5,0.5,0.5]

rule HUMANOID_BONE_SCALE
avatar 1.0
bad set /nodes/{Jaw}/scale [1,-1,1]
at /nodes/{Jaw}/scale
good set /nodes/{Jaw}/scale [1,1,1]

# R-068
rule HUMANOID_BONES_COINCIDE
avatar 1.0
bad set /nodes/{Spine}/translation [0,0,0]
at {vrm}/humanoid/humanBones/spine
good set /nodes/{Spine}/translation [0,0.001,0]

rule HUMANOID_BONES_COINCIDE
avatar 0.x
bad set /nodes/{LeftEye}/translation [0,0,0]
also SKIN_BINDS_CONTRADICT_NODES
at {vrm}/humanoid/humanBones/6
good set /nodes/{LeftEye}/extras {"note":"where it was"}

rule HUMANOID_NODE_NOT_IN_SCENE
avatar 1.0
bad set /scenes/0/nodes [{Body},{Face},{Swaying}]
also NODE_SKIN_NO_SCENE
at {vrm}/humanoid/humanBones/hips
good set /scenes/0/nodes [{Body},{Root},{Face},{Swaying}]

# R-074
rule HUMANOID_MIRRORED
avatar 1.0
bad set {vrm}/humanoid/humanBones {"hips":{"node":{Hips}},"spine":{"node":{Spine}},"head":{"node":{Head}},"leftEye":{"node":{LeftEye}},"leftUpperLeg":{"node":{RightUpperLeg}},"leftLowerLeg":{"node":{RightLowerLeg}},"leftFoot":{"node":{RightFoot}},"rightUpperLeg":{"node":{LeftUpperLeg}},"rightLowerLeg":{"node":{LeftLowerLeg}},"rightFoot":{"node":{LeftFoot}},"leftUpperArm":{"node":{RightUpperArm}},"leftLowerArm":{"node":{RightLowerArm}},"leftHand":{"node":{RightHand}},"rightUpperArm":{"node":{LeftUpperArm}},"rightLowerArm":{"node":{LeftLowerArm}},"rightHand":{"node":{LeftHand}}}
at {vrm}/humanoid/humanBones/leftHand
good set {vrm}/humanoid/humanBones {"hips":{"node":{Hips}},"spine":{"node":{Spine}},"head":{"node":{Head}},"leftEye":{"node":{LeftEye}},"leftUpperLeg":{"node":{LeftUpperLeg}},"leftLowerLeg":{"node":{LeftLowerLeg}},"leftFoot":{"node":{LeftFoot}},"rightUpperLeg":{"node":{RightUpperLeg}},"rightLowerLeg":{"node":{RightLowerLeg}},"rightFoot":{"node":{RightFoot}},"leftUpperArm":{"node":{LeftUpperArm}},"leftLowerArm":{"node":{LeftLowerArm}},"leftHand":{"node":{LeftHand}},"rightUpperArm":{"node":{RightUpperArm}},"rightLowerArm":{"node":{RightLowerArm}},"rightHand":{"node":{RightHand}}}

# R-073
rule HUMANOID_FACES_BACK
avatar 1.0
bad set /nodes/{Root}/rotation [0,1,0,0]
at {vrm}/humanoid/humanBones/leftHand
good set /nodes/{Root}/rotation [0,0,0,1]

rule HUMANOID_FACES_BACK
avatar 1.0-beta
bad set /nodes/{Root}/rotation [0,1,0,0]
at {vrm}/humanoid/humanBones/leftHand
good set /nodes/{Root}/rotation [0,0,0,1]

rule HUMANOID_FACES_BACK
avatar 0.x
bad set /nodes/{Root}/rotation [0,1,0,0]
also NODE_ROTATION_NOT_NORMALIZED
also SKIN_BINDS_CONTRADICT_NODES
at {vrm}/humanoid/humanBones/20
good set /nodes/{Root}/rotation [0,0,0,1]

rule HUMANOID_SPINE_BELOW_HIPS
avatar 1.0
bad set /nodes/{Spine}/translation [0,-0.03,0]
at {vrm}/humanoid/humanBones/spine
good set /nodes/{Spine}/translation [0,0.03,0]

rule TPOSE_NOT_UPRIGHT
avatar 1.0
bad set /nodes/{Neck}/translation [0,-0.8,0]
at {vrm}/humanoid/humanBones/hips
good set /nodes/{Neck}/translation [0,0.2,0]

# R-075
rule TPOSE_ARM
avatar 1.0
bad set /nodes/{LeftLowerArm}/translation [0.18,-0.16,0]
also TPOSE_NOT_SYMMETRIC
at {vrm}/humanoid/humanBones/leftUpperArm
good set /nodes/{LeftLowerArm}/translation [0.24,-0.03,0]

# R-072: rest rotations of 1.0 are free, the pose counts
rule TPOSE_ARM
avatar 1.0 rotated
bad set /nodes/{LeftUpperArm}/rotation [0.7071068,0,0.7071068,0]
also TPOSE_NOT_SYMMETRIC
also TPOSE_FINGER
also TPOSE_THUMB
at {vrm}/humanoid/humanBones/leftUpperArm
good set /nodes/{LeftUpperArm}/extras {"note":"as it was"}

rule TPOSE_ARM
avatar clip
bad set /nodes/{RightHand}/translation [-0.16,-0.16,0]
also TPOSE_NOT_SYMMETRIC
at {clip}/humanoid/humanBones/rightLowerArm
good set /nodes/{RightHand}/translation [-0.23,-0.02,0]

rule TPOSE_LEG
avatar 1.0
bad set /nodes/{LeftLowerLeg}/translation [0,-0.3,0.25]
also TPOSE_NOT_SYMMETRIC
at {vrm}/humanoid/humanBones/leftUpperLeg
good set /nodes/{LeftLowerLeg}/translation [0,-0.38,0.02]

# R-076
rule TPOSE_FOOT
avatar 1.0
bad set /nodes/{LeftToes}/translation [0.1,-0.06,0.03]
at {vrm}/humanoid/humanBones/leftToes
good set /nodes/{LeftToes}/translation [0.03,-0.06,0.1]

rule TPOSE_FINGER
avatar 1.0
bad set /nodes/{LeftIndexIntermediate}/translation [0,-0.03,0]
at {vrm}/humanoid/humanBones/leftIndexProximal
good set /nodes/{LeftIndexIntermediate}/translation [0.03,-0.005,0]

# R-078
rule TPOSE_THUMB
avatar 1.0
bad set /nodes/{LeftThumbProximal}/translation [0.03,0,-0.03]
at {vrm}/humanoid/humanBones/leftThumbMetacarpal
good set /nodes/{LeftThumbProximal}/translation [0.025,0,0.02]

rule TPOSE_NOT_SYMMETRIC
avatar 1.0
bad set /nodes/{Root}/translation [0.1,0,0]
at {vrm}/humanoid/humanBones/leftHand
good set /nodes/{Root}/translation [0.01,0,0]

# R-077
rule TPOSE_NOT_ON_GROUND
avatar 1.0
bad set /nodes/{Root}/translation [0,0.3,0]
at {vrm}/humanoid/humanBones/hips
good set /nodes/{Root}/translation [0,0.03,0]

rule TPOSE_NOT_ON_GROUND
avatar 0.x
bad set /nodes/{Root}/translation [0,-0.3,0]
also SKIN_BINDS_CONTRADICT_NODES
at {vrm}/humanoid/humanBones/0
good set /nodes/{Root}/translation [0,0,0]
