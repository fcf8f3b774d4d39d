# Spring bones and their colliders.

# R-197
rule COLLIDER_NODE_INVALID
avatar 1.0
bad set {spring}/colliders/0/node -1
at {spring}/colliders/0/node
good set {spring}/colliders/0/node {Head}

# R-187
rule COLLIDER_SHAPE_MISSING
avatar 1.0
bad set {spring}/colliders/0/shape {}
at {spring}/colliders/0/shape
good set {spring}/colliders/0/shape {"sphere":{"radius":0.1}}

# R-187: three-vrm cannot load such a file, whatever the extension says.
rule UNDEFINED_PROPERTY
avatar 1.0
bad remove {spring}/colliders/6/shape
at {spring}/colliders/6
good set {spring}/colliders/6/shape {"sphere":{"radius":0,"offset":[0,-10000,0]}}

# Programs without the extension use the base shape.
rule COLLIDER_RADIUS_NEGATIVE
avatar 1.0
bad set {spring}/colliders/6/shape/sphere/radius -1
bad set {spring}/colliders/6/shape/sphere/offset [0,-10000,0]
at {spring}/colliders/6/shape/sphere/radius
good set {spring}/colliders/6/shape/sphere/radius 0

# R-187
rule COLLIDER_SHAPE_AMBIGUOUS
avatar 1.0
bad set {spring}/colliders/0/shape/capsule {"radius":0.1,"tail":[0,1,0]}
at {spring}/colliders/0/shape
good set {spring}/colliders/0/shape {"capsule":{"radius":0.1,"tail":[0,1,0]}}

# R-202
rule COLLIDER_SHAPE_WITHOUT_KIND
avatar 1.0-beta
bad set {spring}/colliders/0/shape {"offset":[0,0,0],"radius":0.1,"tail":[0,1,0]}
at {spring}/colliders/0/shape
good set {spring}/colliders/0/shape {"capsule":{"offset":[0,0,0],"radius":0.1,"tail":[0,1,0]}}

# R-235
rule COLLIDER_EXTENDED_SHAPE_INVALID
avatar 1.0
bad set {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/shape {}
bad set {spring}/colliders/6/shape/sphere/radius 0.1
at {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/shape
good set {spring}/colliders/6/extensions/VRMC_springBone_extended_collider/shape {"sphere":{"radius":0.5,"inside":true}}

# R-190
rule COLLIDER_RADIUS_NEGATIVE
avatar 1.0
bad set {spring}/colliders/0/shape/sphere/radius -0.1
also COLLIDER_RADIUS_ZERO
at {spring}/colliders/0/shape/sphere/radius
good set {spring}/colliders/0/shape/sphere/radius 0.1

# R-241
rule COLLIDER_NORMAL_NOT_UNIT
avatar 1.0
bad set {spring}/colliders/8/extensions/VRMC_springBone_extended_collider/shape/plane/normal [0,2,0]
at {spring}/colliders/8/extensions/VRMC_springBone_extended_collider/shape/plane/normal
good set {spring}/colliders/8/extensions/VRMC_springBone_extended_collider/shape/plane/normal [0.6,0.8,0]

# R-191
rule COLLIDER_GROUP_ENTRY_INVALID
avatar 1.0
bad insert {spring}/colliderGroups/0/colliders/- 99
at {spring}/colliderGroups/0/colliders/2
good insert {spring}/colliderGroups/0/colliders/- 4

# R-192
rule SPRING_COLLIDER_GROUP_INVALID
avatar 1.0
bad insert {spring}/springs/0/colliderGroups/- 99
at {spring}/springs/0/colliderGroups/2
good insert {spring}/springs/0/colliderGroups/- 4

rule SPRING_CENTER_INVALID
avatar 1.0
bad set {spring}/springs/0/center 9999
at {spring}/springs/0/center
good set {spring}/springs/0/center {Hips}

rule SPRING_CENTER_INVALID
avatar 0.x
bad set {vrm}/secondaryAnimation/boneGroups/0/center -2
at {vrm}/secondaryAnimation/boneGroups/0/center
good set {vrm}/secondaryAnimation/boneGroups/0/center -1

# R-196
rule SPRING_CENTER_NOT_ANCESTOR
avatar 1.0
bad set {spring}/springs/0/center {LeftHand}
at {spring}/springs/0/center
good set {spring}/springs/0/center {Hair1_1}

# R-196
rule SPRING_CENTER_IN_OTHER_SPRING
avatar 1.0
bad set /nodes/{Hair1_4}/children [{Hairpin}]
bad remove /nodes/{Head}/children/6
bad set {spring}/springs/1/joints [{"node":{Hairpin}}]
bad set {spring}/springs/1/center {Hair1_2}
also SPRING_TOO_SHORT
also HUMANOID_NOT_DESCENDANT
at {spring}/springs/1/center
good set {spring}/springs/1/center {Head}

rule SPRING_JOINT_NODE_INVALID
avatar 1.0
bad set {spring}/springs/0/joints/1/node 9999
at {spring}/springs/0/joints/1/node
good remove {spring}/springs/0/joints/1

rule SPRING_JOINT_NODE_INVALID
avatar 0.x
bad set {vrm}/secondaryAnimation/boneGroups/0/bones/0 9999
at {vrm}/secondaryAnimation/boneGroups/0/bones/0
good set {vrm}/secondaryAnimation/boneGroups/0/bones/0 {Hair1_2}

# R-193
rule SPRING_JOINT_NOT_DESCENDANT
avatar 1.0
bad set {spring}/springs/0/joints [{"node":{Hair1_1}},{"node":{Hair1_3}},{"node":{LeftTwist}}]
at {spring}/springs/0/joints/2/node
good set {spring}/springs/0/joints [{"node":{Hair1_1}},{"node":{Hair1_3}},{"node":{Hair1_4}}]

# R-195
rule SPRING_JOINT_DUPLICATED
avatar 1.0
bad insert {spring}/springs/- {"joints":[{"node":{Hair1_2}},{"node":{Hair1_3}}]}
also SPRING_TOO_SHORT
at {spring}/springs/6/joints/0/node
good insert {spring}/springs/- {"joints":[{"node":{LeftTwist}},{"node":{Hair1_3}}]}
good remove {spring}/springs/6

# R-195
rule SPRING_JOINT_SKIPS_USED_NODE
avatar 1.0
bad set {spring}/springs/0/joints [{"node":{Hair1_2}},{"node":{Hair1_3}}]
bad insert {spring}/springs/- {"joints":[{"node":{Hair1_1}},{"node":{Hair1_4}}]}
also SPRING_TOO_SHORT
at {spring}/springs/6/joints/1/node
good set {spring}/springs/0/joints [{"node":{Hair1_1}},{"node":{Hair1_4}}]

# R-194
rule SPRING_TOO_SHORT
avatar 1.0
bad set {spring}/springs/0/joints [{"node":{Hair1_1}}]
at {spring}/springs/0/joints
good set {spring}/springs/0/joints [{"node":{Hair1_1}},{"node":{Hair1_2}}]

# R-190
rule SPRING_VALUE_NOT_IN_RANGE
avatar 1.0
bad set {spring}/springs/0/joints/0/dragForce 1.5
at {spring}/springs/0/joints/0/dragForce
good set {spring}/springs/0/joints/0/dragForce 1

rule SPRING_VALUE_NOT_IN_RANGE
avatar 1.0
bad set {spring}/springs/0/joints/0/stiffness -1
at {spring}/springs/0/joints/0/stiffness
good set {spring}/springs/0/joints/0/stiffness 4

rule SPRING_VALUE_NOT_IN_RANGE
avatar 1.0
bad set {spring}/springs/0/joints/0/hitRadius -1
at {spring}/springs/0/joints/0/hitRadius
good set {spring}/springs/0/joints/0/hitRadius 0

rule SPRING_VALUE_NOT_IN_RANGE
avatar 1.0
bad set {spring}/springs/0/joints/0/gravityPower -1
at {spring}/springs/0/joints/0/gravityPower
good set {spring}/springs/0/joints/0/gravityPower 0

rule SPRING_ROOT_OVERLAPS
avatar 0.x
bad insert {vrm}/secondaryAnimation/boneGroups/1/bones/- {Hair1_2}
at {vrm}/secondaryAnimation/boneGroups/1/bones/1
good insert {vrm}/secondaryAnimation/boneGroups/1/bones/- {LeftTwist}

rule SPRING_LIMIT_INVALID
avatar 1.0 limits
bad set {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit/limit {"cone":{"angle":1},"hinge":{"angle":1}}
at {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit
good set {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit/limit {"hinge":{"angle":1}}

rule SPRING_LIMIT_NOT_IN_RANGE
avatar 1.0 limits
bad set {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit/limit/cone/angle -1
at {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit/limit/cone/angle
good set {spring}/springs/0/joints/1/extensions/VRMC_springBone_limit/limit/cone/angle 4

rule SPRING_LIMIT_ROTATION_NOT_UNIT
avatar 1.0 limits
bad set {spring}/springs/2/joints/1/extensions/VRMC_springBone_limit/limit/spherical/rotation [0,0,0,2]
at {spring}/springs/2/joints/1/extensions/VRMC_springBone_limit/limit/spherical/rotation
good set {spring}/springs/2/joints/1/extensions/VRMC_springBone_limit/limit/spherical/rotation [0,0,0,1]

rule COLLIDER_RADIUS_ZERO
avatar 1.0
bad remove {spring}/colliders/0/shape/sphere/radius
at {spring}/colliders/0
good set {spring}/colliders/0/shape/sphere/radius 0.01

rule COLLIDER_CAPSULE_DEGENERATE
avatar 1.0
bad set {spring}/colliders/4/shape/capsule {"offset":[0,0.1,0],"tail":[0,0.1,0],"radius":0.1}
at {spring}/colliders/4
good set {spring}/colliders/4/shape/capsule {"offset":[0,0.1,0],"radius":0.1}

rule COLLIDER_UNUSED
avatar 1.0
bad set {spring}/colliderGroups/0/colliders [0]
at {spring}/colliders/1
good set {spring}/colliderGroups/0/colliders [1,0]

rule COLLIDER_GROUP_UNUSED
avatar 1.0
bad insert {spring}/colliderGroups/- {"colliders":[0]}
at {spring}/colliderGroups/5
good insert {spring}/colliderGroups/- {"colliders":[0]}
good insert {spring}/springs/0/colliderGroups/- 5

rule COLLIDER_GROUP_ENTRY_DUPLICATED
avatar 1.0
bad insert {spring}/colliderGroups/0/colliders/- 0
at {spring}/colliderGroups/0/colliders
good insert {spring}/colliderGroups/0/colliders/- 2

rule COLLIDER_FALLBACK_MISSING
avatar 1.0
bad set {spring}/colliders/6/shape {"sphere":{"radius":0.6}}
at {spring}/colliders/6/shape
good set {spring}/colliders/6/shape {"sphere":{"offset":[0,-10000,0]}}

rule COLLIDER_INSIDE_TOO_SMALL
avatar 1.0
bad set {spring}/springs/2/joints/0/hitRadius 0.7
at {spring}/springs/2/joints/0/hitRadius
good set {spring}/springs/0/joints/0/hitRadius 0.7

rule SPRING_BONE_LENGTH_ZERO
avatar 1.0
bad set /nodes/{Hair1_2}/translation [0,0,0]
at {spring}/springs/0/joints/0
good set /nodes/{Hair1_2}/translation [0,-0.001,0]

rule SPRING_JOINT_IS_HUMAN_BONE
avatar 1.0
bad set {spring}/springs/0/joints [{"node":{Jaw}},{"node":{Hair1_2}}]
bad remove /nodes/{Head}/children/3
bad set /nodes/{Jaw}/children [{Hair1_1}]
at {spring}/springs/0/joints/0
good set {spring}/springs/0/joints [{"node":{Hair1_1}},{"node":{Hair1_2}}]

rule SPRING_GRAVITY_DIR_NOT_UNIT
avatar 1.0
bad set {spring}/springs/0/joints/0/gravityDir [0,-9.8,0]
at {spring}/springs/0/joints/0/gravityDir
good set {spring}/springs/0/joints/0/gravityDir [0.6,-0.8,0]

rule SPRING_COLLIDER_GROUP_DUPLICATED
avatar 1.0
bad set {spring}/springs/0/colliderGroups [0,1,0]
at {spring}/springs/0/colliderGroups
good set {spring}/springs/0/colliderGroups [1,0,2]

rule SPRING_WITHOUT_BONES
avatar 0.x
bad set {vrm}/secondaryAnimation/boneGroups/0/bones []
at {vrm}/secondaryAnimation/boneGroups/0/bones
good set {vrm}/secondaryAnimation/boneGroups/0/bones [{Hair1_1}]

rule SPRING_STIFFNESS_SPELLING
avatar 0.x
bad remove {vrm}/secondaryAnimation/boneGroups/0/stiffiness
bad set {vrm}/secondaryAnimation/boneGroups/0/stiffness 1
at {vrm}/secondaryAnimation/boneGroups/0/stiffness
good set {vrm}/secondaryAnimation/boneGroups/0/stiffiness 1

# R-192
rule SPRING_COLLIDERS_TOO_MANY
avatar 1.0
bad set {spring}/colliderGroups/0/colliders [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
bad set {spring}/springs/0/colliderGroups [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
at {spring}/springs/0
also COLLIDER_GROUP_ENTRY_DUPLICATED
also COLLIDER_UNUSED
also SPRING_COLLIDER_GROUP_DUPLICATED
without GOOD: nothing lists colliders so often that is not found for listing them twice

# The Blender add-on hides the base shape this way: small and far away instead of radius 0.
rule COLLIDER_FALLBACK_MISSING
avatar 1.0
bad set {spring}/colliders/6/shape {"sphere":{"radius":0.0001,"offset":[0,-10,0]}}
at {spring}/colliders/6/shape
good set {spring}/colliders/6/shape {"sphere":{"radius":0.0001,"offset":[0,-10000,0]}}

rule COLLIDER_FALLBACK_MISSING
avatar 1.0
bad set {spring}/colliders/6/shape {"capsule":{"radius":0.1,"offset":[0,-10000,0],"tail":[0,-1,0]}}
at {spring}/colliders/6/shape
good set {spring}/colliders/6/shape {"capsule":{"radius":0.1,"offset":[0,-10000,0],"tail":[1,-10000,0]}}
