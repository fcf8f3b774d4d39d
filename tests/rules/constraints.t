# Node constraints.

# R-164
rule CONSTRAINT_AT_ROOT
avatar 1.0
bad set /extensions/VRMC_node_constraint {"specVersion":"1.0"}
at /extensions/VRMC_node_constraint
good set /extras {"VRMC_node_constraint":{"specVersion":"1.0"}}

# R-165
rule CONSTRAINT_KIND_MISSING
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint {}
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint {"rotation":{"source":{LeftHand}}}

# R-165
rule CONSTRAINT_KIND_AMBIGUOUS
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/roll {"source":{LeftHand},"rollAxis":"X"}
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint {"roll":{"source":{LeftHand},"rollAxis":"X"}}

# R-185
rule CONSTRAINT_DRAFT_UNSUPPORTED
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint {"position":{"source":{LeftHand}}}
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint {"rotation":{"source":{LeftHand}}}

# R-185
rule CONSTRAINT_DRAFT_UNSUPPORTED
avatar 1.0-beta
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/freezeAxes [true,false,false]
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/freezeAxes
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/extras {"freezeAxes":[]}

# R-166
rule UNDEFINED_PROPERTY
avatar 1.0
bad remove /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/source
at /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll
good set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/source {RightHand}

# R-168
rule CONSTRAINT_SOURCE_INVALID
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source 9999
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source {RightHand}

# R-169
rule CONSTRAINT_SOURCE_IS_SELF
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source {Wing}
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source {UpperChest}

# R-166
rule CONSTRAINT_AXIS_INVALID
avatar 1.0
bad set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/rollAxis "PositiveX"
at /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/rollAxis
good set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/rollAxis "Z"

# R-167
rule CONSTRAINT_AXIS_INVALID
avatar 1.0
bad set /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/aimAxis "X"
at /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/aimAxis
good set /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/aimAxis "NegativeX"

# R-168
rule CONSTRAINT_WEIGHT_NOT_IN_RANGE
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight 1.1
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight
good remove /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight

# R-170
rule CONSTRAINT_CYCLE
avatar 1.0
bad set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/source {Wing}
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/source {LeftTwist}
at /nodes/{LeftTwist}/extensions/VRMC_node_constraint
good set /nodes/{LeftTwist}/extensions/VRMC_node_constraint/constraint/roll/source {Wing}

# An aim waits for its source's ancestors, a rotation does not (R-171).
rule CONSTRAINT_CYCLE
avatar 1.0
bad set /nodes/{UpperChest}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"aim":{"source":{LeftHand},"aimAxis":"PositiveX"}}}}
at /nodes/{UpperChest}/extensions/VRMC_node_constraint
good set /nodes/{UpperChest}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":{LeftHand}}}}}

rule CONSTRAINT_CYCLE
avatar 1.0
bad set /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/source {RightHand}
bad set /nodes/{RightUpperArm}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":{Sleeve}}}}}
at /nodes/{RightUpperArm}/extensions/VRMC_node_constraint
good set /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/source {RightUpperArm}
good set /nodes/{RightUpperArm}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":{Sleeve}}}}}

rule CONSTRAINT_SOURCE_BELOW_DESTINATION
avatar 1.0-beta
bad set /nodes/{UpperChest}/extensions {"VRMC_node_constraint":{"specVersion":"1.0-beta","constraint":{"aim":{"source":{LeftHand},"aimAxis":"PositiveX"}}}}
at /nodes/{UpperChest}/extensions/VRMC_node_constraint/constraint/aim/source
good set /nodes/{UpperChest}/extensions {"VRMC_node_constraint":{"specVersion":"1.0-beta","constraint":{"aim":{"source":{LeftFoot},"aimAxis":"PositiveX"}}}}

rule CONSTRAINT_AIM_COINCIDES
avatar 1.0
bad set /nodes/{Sleeve}/translation [0.24,0,0]
at /nodes/{Sleeve}/extensions/VRMC_node_constraint/constraint/aim/source
good set /nodes/{Sleeve}/translation [0.2,0,0]

rule CONSTRAINT_ON_SPRING_JOINT
avatar 1.0
bad set /nodes/{Hair1_2}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":{LeftHand}}}}}
at /nodes/{Hair1_2}/extensions/VRMC_node_constraint
good set /nodes/{Hair1_4}/extensions {"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":{LeftHand}}}}}

rule CONSTRAINT_WITHOUT_EFFECT
avatar 1.0
bad set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight 0
at /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight
good set /nodes/{Wing}/extensions/VRMC_node_constraint/constraint/rotation/weight 0.01
