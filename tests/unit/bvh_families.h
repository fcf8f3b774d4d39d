/* SPDX-License-Identifier: MIT */
/* How the usual programs name joints and lay them out, as read in files that they wrote or in the
 * sources that write them. Names, order and conventions only: offsets and motion are the test's
 * own. docs/reference/motion.md says which family was seen where. */
#ifndef VRM_TESTS_BVH_FAMILIES_H
#define VRM_TESTS_BVH_FAMILIES_H

#include <stdbool.h>

/* How the file's space differs from that of glTF: Y up, facing +Z. */
typedef enum Axes { Y_UP, Z_UP, FACES_BACK, Y_DOWN } Axes;

typedef enum Rest {
    T_POSE,
    A_POSE,  /* arms 45 degrees down */
    HANGING, /* arms straight down */
    SPREAD,  /* legs 20 degrees apart, feet with them */
    SPREAD_HANGING,
    LYING, /* along X, which the hips' rotation puts upright */
    LOCAL  /* every bone along an axis of its own: the rest pose says nothing */
} Rest;

typedef struct Family {
    const char* name;
    const char* prefix;       /* before each name */
    const char *left, *right; /* replace '<' in names; their first letter replaces '>' */
    const char* order;        /* of rotations */
    float metres;             /* of a unit of the file: 0.0254 is an inch, 0.0564444 CMU's 1/0.45 */
    Rest rest;
    Axes axes;
    bool has_positions;  /* on every joint */
    bool has_fixed_hips; /* the hips are always at 0 */
    /* NAME=bone{child,child}: a joint, the VRM bone that it is (none without =bone), its children.
     * A joint behind * exists on both sides, with all below it; its bones are written without
     * left or right. */
    const char* joints;
} Family;

#define THUMB(a, b, c) a "=ThumbMetacarpal{" b "=ThumbProximal{" c "=ThumbDistal}}"
#define FINGER(bone, a, b, c)                                                                      \
    a "=" bone "Proximal{" b "=" bone "Intermediate{" c "=" bone "Distal}}"
/* Thumb, index, middle, ring and little finger: `t` to `l` are the names before the numbers. */
#define HAND(t, i, m, r, l, one, two, three)                                                       \
    THUMB(t one, t two, t three)                                                                   \
    "," FINGER("Index", i one, i two, i three) "," FINGER("Middle", m one, m two,                  \
                                                          m three) "," /**/                        \
        FINGER("Ring", r one, r two, r three) "," FINGER("Little", l one, l two, l three)
/* The names of MotionBuilder, which many programs use. */
#define MB_HAND                                                                                    \
    HAND("<HandThumb", "<HandIndex", "<HandMiddle", "<HandRing", "<HandPinky", "1", "2", "3")
#define MB_LEG       "<UpLeg=UpperLeg{<Leg=LowerLeg{<Foot=Foot{<ToeBase=Toes}}}"
#define MB_ARM(hand) "<Shoulder=Shoulder{<Arm=UpperArm{<ForeArm=LowerArm{<Hand=Hand{" hand "}}}}"
#define UNITY_LEG    "<UpperLeg=UpperLeg{<LowerLeg=LowerLeg{<Foot=Foot{<Toes=Toes}}}"
#define UNITY_ARM(hand)                                                                            \
    "<Shoulder=Shoulder{<UpperArm=UpperArm{<LowerArm=LowerArm{<Hand=Hand{" hand "}}}}"

static const Family families[] = {
    {"Auto-Rig Pro", "", "l", "r", "XYZ", 1.0f, A_POSE, Y_UP, false, false,
     "c_traj{root.x=hips{spine_01.x=spine{spine_02.x=chest{spine_03.x=upperChest{neck.x=neck{head."
     "x="
     "head},*shoulder.<=Shoulder{arm_stretch.<=UpperArm{arm_twist.<,forearm_stretch.<=LowerArm{"
     "forearm_twist.<,hand.<=Hand{" THUMB("thumb1.<", "c_thumb2.<", "c_thumb3.<") "," FINGER(
         "Index", "index1.<", "c_index2.<",
         "c_index3.<") "}}}}}}},*thigh_stretch.<=UpperLeg{"
                       "thigh_twist.<,leg_stretch.<=LowerLeg{leg_twist.<,foot.<=Foot{toes_01.<="
                       "Toes}}}}}"},
    {"Advanced Skeleton", "", "L", "R", "XYZ", 0.01f, T_POSE, Y_UP, false, false,
     "DeformationSystem{Root_M=hips{RootPart1_M{Spine1_M=spine{Spine1Part1_M{"
     "Chest_M=chest{Neck_M=neck{NeckPart1_M{Head_M=head{HeadEnd_M}}},*Scapula_<=Shoulder{Shoulder_<"
     "=UpperArm{ShoulderPart1_<{Elbow_<=LowerArm{"
     "ElbowPart1_<{Wrist_<=Hand{" THUMB("ThumbFinger1_<", "ThumbFinger2_<",
                                        "ThumbFinger3_<") "}}}}}}}}}},*Hip_<=UpperLeg{HipPart1_<{"
                                                          "Knee_<=LowerLeg{KneePart1_<{Ankle_<="
                                                          "Foot{Toes_<=Toes{ToesEnd_<}}}}}}}}"},
    {"ARKit body", "", "left", "right", "XYZ", 1.0f, T_POSE, Y_UP, false, false,
     "root{hips_joint=hips{spine_1_joint=spine{spine_4_joint=chest{spine_7_joint=upperChest{"
     "neck_1_joint=neck{neck_2_joint{head_joint=head}},*<_shoulder_1_joint=Shoulder{<_arm_joint="
     "UpperArm{<_forearm_joint=LowerArm{<_hand_joint=Hand{<_handThumbStart_joint=ThumbMetacarpal{"
     "<_handThumb_1_joint=ThumbProximal{<_handThumb_2_joint=ThumbDistal}},<_handIndexStart_joint{"
     "<_handIndex_1_joint=IndexProximal{<_handIndex_2_joint=IndexIntermediate{<_handIndex_3_joint="
     "IndexDistal}}}}}}}}}},*<_upLeg_joint=UpperLeg{<_leg_joint=LowerLeg{<_foot_joint=Foot{"
     "<_toes_joint=Toes}}}}}"},
    {"Synty", "", "L", "R", "XYZ", 0.01f, T_POSE, Y_UP, false, false,
     "Root{Hips=hips{Spine_01=spine{Spine_02=chest{Spine_03=upperChest{Neck=neck{Head=head{Eyes}},"
     "*Clavicle_<=Shoulder{Shoulder_<=UpperArm{Elbow_<=LowerArm{Hand_<=Hand{" THUMB(
         "Thumb_01", "Thumb_02", "Thumb_03") "," FINGER("Index", "IndexFinger_01", "IndexFinger_02",
                                                        "IndexFinger_03") "," /**/
     FINGER("Middle", "Finger_01", "Finger_02",
            "Finger_03") "}}}}}}},*UpperLeg_<=UpperLeg{"
                         "LowerLeg_<=LowerLeg{Ankle_<=Foot{Ball_<=Toes{Toes_<}}}}}}"},
    {"CMU, cgspeed", "", "Left", "Right", "ZYX", 0.0564444f, SPREAD, Y_UP, false, false,
     "Hips=hips{*>HipJoint{" MB_LEG "},LowerBack=spine{Spine=chest{Spine1=upperChest{Neck=neck{"
     "Neck1{Head=head}},*" MB_ARM(
         "<FingerBase{<HandIndex1=IndexProximal},>Thumb=ThumbMetacarpal") "}}}}"},
    {"CMU, for 3ds Max", "", "Left", "Right", "ZYX", 0.0564444f, SPREAD_HANGING, Y_UP, false, false,
     "Hips=hips{*>HipJoint{<Hip=UpperLeg{<Knee=LowerLeg{<Ankle=Foot{<Toe=Toes}}}},lowerback=spine{"
     "Chest=chest{Chest2=upperChest{lowerneck=neck{Neck{Head=head}},*<Collar=Shoulder{<Shoulder="
     "UpperArm{<Elbow=LowerArm{<Wrist{>hand=Hand{>Fingers},>Thumb=ThumbMetacarpal}}}}}}}}"},
    {"CMU, ASF names", "", "l", "r", "XYZ", 0.0564444f, SPREAD, Y_UP, false, false,
     "root=hips{*<hipjoint{<femur=UpperLeg{<tibia=LowerLeg{<foot=Foot{<toes=Toes}}}},lowerback="
     "spine{upperback=chest{thorax=upperChest{lowerneck=neck{upperneck{head=head}},*<clavicle="
     "Shoulder{<humerus=UpperArm{<radius=LowerArm{<wrist{<hand=Hand{<fingers,<thumb="
     "ThumbMetacarpal}}}}}}}}}"},
    {"MotionBuilder", "Character1_", "Left", "Right", "XYZ", 0.01f, T_POSE, Y_UP, true, false,
     "Reference{Hips=hips{*" MB_LEG
     ",Spine=spine{Spine1=chest{*" MB_ARM(MB_HAND) ",Neck=neck{Head=head}}}}}"},
    {"Mixamo", "mixamorig:", "Left", "Right", "ZXY", 0.01f, T_POSE, Y_UP, true, false,
     "Hips=hips{Spine=spine{Spine1=chest{Spine2=upperChest{Neck=neck{Head=head{HeadTop_End,*<Eye="
     "Eye}},*" MB_ARM(MB_HAND ",<HandMiddle4") "}}},*" MB_LEG "}"},
    {"Mixamo, in three.js", "mixamorig9", "Left", "Right", "ZXY", 1.0f, T_POSE, Y_UP, false, false,
     "Hips=hips{Spine=spine{Spine1=chest{Spine2=upperChest{Neck=neck{Head=head},*" MB_ARM(
         MB_HAND) "}}},*" MB_LEG "}"},
    {"Perception Neuron", "", "Left", "Right", "YXZ", 0.01f, T_POSE, Y_UP, false, false,
     "Hips=hips{*" MB_LEG ",Spine=spine{Spine1{Spine2=chest{Spine3=upperChest{Neck=neck{Head=head}"
     ",*" MB_ARM("<HandThumb1=ThumbMetacarpal{<HandThumb2=ThumbProximal{<HandThumb3=ThumbDistal}},"
                 "<InHandIndex{<HandIndex1=IndexProximal{<HandIndex2=IndexIntermediate{<HandIndex3="
                 "IndexDistal}}},<InHandPinky{<HandPinky1=LittleProximal}") "}}}}}"},
    {"Rokoko", "", "Left", "Right", "YXZ", 0.01f, LOCAL, Y_UP, false, false,
     "Hips=hips{Spine=spine{Spine1=chest{Spine2=upperChest{*" MB_ARM(
         "<InHandIndex{<HandIndex1=IndexProximal},<HandThumb1=ThumbMetacarpal") ",Neck=neck{Head="
                                                                                "head}}}},*" MB_LEG
                                                                                "}"},
    {"LAFAN1", "", "Left", "Right", "ZYX", 0.01f, LOCAL, Y_UP, false, false,
     "Hips=hips{*" MB_LEG
     ",Spine=spine{Spine1=chest{Spine2=upperChest{Neck=neck{Head=head},*" MB_ARM("") "}}}}"},
    {"Trinity, X along the trunk", "", "Left", "Right", "ZYX", 0.01f, LYING, Y_UP, false, false,
     "Hips=hips{Spine=spine{Spine1{Spine2=chest{Spine3=upperChest{Neck=neck{Neck1{Head=head}},"
     "*" MB_ARM("") "}}}},*" MB_LEG "}"},
    {"Bandai Namco Research", "", "L", "R", "ZXY", 0.01f, LOCAL, Y_UP, true, false,
     "joint_Root{Hips=hips{Spine=spine{Chest=chest{Neck=neck{Head=head},*Shoulder_<=Shoulder{"
     "UpperArm_<=UpperArm{LowerArm_<=LowerArm{Hand_<=Hand}}}}},*UpperLeg_<=UpperLeg{LowerLeg_<="
     "LowerLeg{Foot_<=Foot{Toes_<=Toes}}}}}"},
    {"Xsens, 100STYLE", "", "Left", "Right", "YXZ", 0.01f, T_POSE, Y_UP, false, false,
     "Hips=hips{Chest=spine{Chest2{Chest3=chest{Chest4=upperChest{Neck=neck{Head=head},*<Collar="
     "Shoulder{<Shoulder=UpperArm{<Elbow=LowerArm{<Wrist=Hand{<Carpus{<FirstMC=ThumbMetacarpal{"
     "<FirstPP=ThumbProximal{<FirstDP=ThumbDistal}},<SecondMC{<SecondPP=IndexProximal{<SecondMP="
     "IndexIntermediate{<SecondDP=IndexDistal}}},<FifthMC{<FifthPP=LittleProximal}}}}}}}}}},*<Hip="
     "UpperLeg{<Knee=LowerLeg{<Ankle=Foot{<Toe=Toes}}}}"},
    {"Biovision, arms hanging", "", "Left", "Right", "ZXY", 0.0254f, HANGING, Y_UP, false, false,
     "Hips=hips{Chest=spine{Neck=neck{Head=head},*<Collar=Shoulder{<UpArm=UpperArm{<LowArm="
     "LowerArm{<Hand=Hand}}}},*<UpLeg=UpperLeg{<LowLeg=LowerLeg{<Foot=Foot}}}"},
    {"Mocap bank, arms hanging", "", "Left", "Right", "ZXY", 0.01f, HANGING, Y_UP, false, false,
     "Hips=hips{Chest=spine{Chest2=chest{*<Collar=Shoulder{<Shoulder=UpperArm{<Elbow=LowerArm{"
     "<Wrist=Hand}}},Neck=neck{Head=head}}},*<Hip=UpperLeg{<Knee=LowerLeg{<Ankle=Foot}}}"},
    {"Poser, Second Life", "", "l", "r", "XZY", 0.0254f, T_POSE, Y_UP, false, false,
     "hip=hips{abdomen=spine{chest=chest{neck=neck{head=head{figureHair}},*<Collar=Shoulder{<Shldr="
     "UpperArm{<ForeArm=LowerArm{<Hand=Hand{<Thumb1=ThumbMetacarpal{<Thumb2=ThumbProximal},<Mid1="
     "MiddleProximal{<Mid2=MiddleIntermediate}}}}}}},*<Buttock{<Thigh=UpperLeg{<Shin=LowerLeg{<"
     "Foot="
     "Foot}}}}"},
    {"Second Life, own skeleton", "m", "Left", "Right", "XYZ", 1.0f, T_POSE, Y_UP, false, false,
     "Pelvis=hips{Torso=spine{Chest=chest{Neck=neck{Head=head{*Eye<=Eye}},*Collar<=Shoulder{"
     "Shoulder<=UpperArm{Elbow<=LowerArm{Wrist<=Hand{HandThumb1<=ThumbMetacarpal,HandPinky2<="
     "LittleIntermediate}}}}}},*Hip<=UpperLeg{Knee<=LowerLeg{Ankle<=Foot{Foot<=Toes{Toe<}}}}}"},
    {"DAZ Genesis 8", "", "l", "r", "XYZ", 0.01f, A_POSE, Y_UP, false, false,
     "hip=hips{pelvis{*<ThighBend=UpperLeg{<ThighTwist{<Shin=LowerLeg{<Foot=Foot{<Metatarsals{<Toe="
     "Toes}}}}}},abdomenLower=spine{abdomenUpper{chestLower=chest{chestUpper=upperChest{*<Collar="
     "Shoulder{<ShldrBend=UpperArm{<ShldrTwist{<ForearmBend=LowerArm{<ForearmTwist{<Hand=Hand{"
     "<Thumb1=ThumbMetacarpal,<Carpal1{<Index1=IndexProximal}}}}}}},neckLower=neck{neckUpper{head="
     "head{upperFaceRig,lowerJaw=jaw}}}}}}}}"},
    {"3ds Max biped", "Bip01 ", "L", "R", "ZXY", 0.01f, T_POSE, Z_UP, true, false,
     "Pelvis=hips{Spine=spine{Spine1=chest{Neck=neck{Head=head{HeadNub},*< Clavicle=Shoulder{< "
     "UpperArm=UpperArm{< Forearm=LowerArm{< Hand=Hand{< Finger0=ThumbMetacarpal{< Finger01="
     "ThumbProximal{< Finger02=ThumbDistal}},< Finger1=IndexProximal{< Finger11=IndexIntermediate{<"
     " Finger12=IndexDistal}},< Finger4=LittleProximal{< Finger41=LittleIntermediate}}}}}}},*< "
     "Thigh=UpperLeg{< Calf=LowerLeg{< Foot=Foot{< Toe0=Toes{< Toe0Nub}}}}}}"},
    {"Truebones", "", "L", "R", "ZXY", 0.0254f, T_POSE, Y_UP, true, false,
     "Hips=hips{Bip01_Pelvis{Bip01_Spine=spine{Bip01_Spine1=chest{Bip01_Neck=neck{Bip01_Head=head},"
     "*Bip01_<_Clavicle=Shoulder{Bip01_<_UpperArm=UpperArm{Bip01_<_Forearm=LowerArm{Bip01_<_Hand="
     "Hand}}}}},*Bip01_<_Thigh=UpperLeg{Bip01_<_Calf=LowerLeg{Bip01_<_Foot=Foot}}}}"},
    {"Unreal", "", "l", "r", "XYZ", 0.01f, A_POSE, Z_UP, false, false,
     "root{pelvis=hips{spine_01=spine{spine_02{spine_03=chest{spine_04{spine_05=upperChest{neck_01="
     "neck{neck_02{head=head}},*clavicle_<=Shoulder{upperarm_<=UpperArm{upperarm_twist_01_<,"
     "lowerarm_<=LowerArm{hand_<=Hand{index_metacarpal_<{index_01_<=IndexProximal{index_02_<="
     "IndexIntermediate}},thumb_01_<=ThumbMetacarpal}}}}}}}}},*thigh_<=UpperLeg{calf_<=LowerLeg{"
     "foot_<=Foot{ball_<=Toes}}}}}"},
    {"Rigify", "", "L", "R", "XYZ", 1.0f, A_POSE, Z_UP, false, false,
     "spine=hips{spine.001=spine{spine.002=chest{spine.003=upperChest{spine.004=neck{spine.005{"
     "spine.006=head}},*shoulder.<=Shoulder{upper_arm.<=UpperArm{forearm.<=LowerArm{hand.<=Hand{"
     "palm.01.<{f_index.01.<=IndexProximal{f_index.02.<=IndexIntermediate}},thumb.01.<="
     "ThumbMetacarpal}}}},*breast.<}}},*pelvis.<,*thigh.<=UpperLeg{shin.<=LowerLeg{foot.<=Foot{toe."
     "<"
     "=Toes,heel.02.<}}}}"},
    {"MakeHuman", "", "L", "R", "XYZ", 0.1f, A_POSE, Y_UP, false, false,
     "root=hips{*pelvis.<{upperleg01.<=UpperLeg{upperleg02.<{lowerleg01.<=LowerLeg{lowerleg02.<{"
     "foot.<=Foot{metatarsal1.<{toe1-1.<}}}}}}},spine05=spine{spine04{spine03=chest{spine02{"
     "spine01="
     "upperChest{*clavicle.<=Shoulder{shoulder01.<{upperarm01.<=UpperArm{upperarm02.<{lowerarm01.<="
     "LowerArm{lowerarm02.<{wrist.<=Hand{finger1-1.<=ThumbMetacarpal{finger1-2.<=ThumbProximal{"
     "finger1-3.<=ThumbDistal}},metacarpal1.<{finger2-1.<=IndexProximal{finger2-2.<="
     "IndexIntermediate{finger2-3.<=IndexDistal}}},metacarpal4.<{finger5-1.<=LittleProximal}}}}}}}}"
     ",neck01=neck{neck02{neck03{head=head{__jaw{jaw=jaw},*eye.<=Eye}}}}}}}}}}"},
    {"SMPL, AMASS", "", "L", "R", "XYZ", 1.0f, T_POSE, Y_UP, false, false,
     "Pelvis=hips{*<_Hip=UpperLeg{<_Knee=LowerLeg{<_Ankle=Foot{<_Foot=Toes}}},Spine1=spine{Spine2="
     "chest{Spine3=upperChest{Neck=neck{Head=head},*<_Collar=Shoulder{<_Shoulder=UpperArm{<_Elbow="
     "LowerArm{<_Wrist{<_Hand=Hand}}}}}}}}"},
    {"SMPL-X, upside down", "", "left", "right", "XYZ", 1.0f, T_POSE, Y_DOWN, false, false,
     "pelvis=hips{*<_hip=UpperLeg{<_knee=LowerLeg{<_ankle=Foot{<_foot=Toes}}},spine1=spine{spine2="
     "chest{spine3=upperChest{neck=neck{head=head{jaw=jaw,*<_eye_smplhf}},*<_collar=Shoulder{"
     "<_shoulder=UpperArm{<_elbow=LowerArm{<_wrist=Hand{<_index1=IndexProximal{<_index2="
     "IndexIntermediate{<_index3=IndexDistal}},<_pinky1=LittleProximal,<_thumb1=ThumbMetacarpal}}}}"
     "}}}}"},
    {"Kinect 1", "", "Left", "Right", "ZXY", 1.0f, HANGING, FACES_BACK, false, true,
     "HipCenter=hips{Spine=spine{ShoulderCenter=chest{Head=head,*Shoulder<=UpperArm{Elbow<="
     "LowerArm{"
     "Wrist<{Hand<=Hand}}}}},*Hip<=UpperLeg{Knee<=LowerLeg{Ankle<=Foot{Foot<=Toes}}}}"},
    {"Kinect 2", "", "Left", "Right", "ZXY", 0.01f, T_POSE, Y_UP, false, true,
     "SpineBase=hips{SpineMid=spine{SpineShoulder=chest{Neck=neck{Head=head},*Shoulder<=UpperArm{"
     "Elbow<=LowerArm{Wrist<{Hand<=Hand}}}}},*Hip<=UpperLeg{Knee<=LowerLeg{Ankle<=Foot{Foot<=Toes}}"
     "}"
     "}"},
    {"OptiTrack", "Skeleton 001_", "L", "R", "XYZ", 1.0f, T_POSE, Y_UP, false, false,
     "Hip=hips{Ab=spine{Chest=chest{Neck=neck{Head=head},*<Shoulder=Shoulder{<UArm=UpperArm{<FArm="
     "LowerArm{<Hand=Hand{<Thumb1=ThumbMetacarpal,<Index1=IndexProximal}}}}}},*<Thigh=UpperLeg{<"
     "Shin"
     "=LowerLeg{<Foot=Foot{<Toe=Toes}}}}"},
    {"iPi", "", "L", "R", "XYZ", 0.01f, T_POSE, Y_UP, false, false,
     "Hip=hips{LowerSpine=spine{MiddleSpine=chest{Chest=upperChest{Neck=neck{Head=head},*<Clavicle="
     "Shoulder{<Shoulder=UpperArm{<Forearm=LowerArm{<Hand=Hand}}}}}},*<Thigh=UpperLeg{<Shin="
     "LowerLeg{"
     "<Foot=Foot{<Toe=Toes}}}}"},
    {"mocopi", "", "l", "r", "ZXY", 0.01f, T_POSE, Y_UP, true, false,
     "root=hips{torso_1=spine{torso_2{torso_3{torso_4=chest{torso_5{torso_6{torso_7=upperChest{"
     "neck_1=neck{neck_2{head=head}},*<_shoulder=Shoulder{<_up_arm=UpperArm{<_low_arm=LowerArm{"
     "<_hand=Hand}}}}}}}}}},*<_up_leg=UpperLeg{<_low_leg=LowerLeg{<_foot=Foot{<_toes=Toes}}}}"},
    {"Unity, VRM", "", "left", "right", "ZXY", 1.0f, T_POSE, Y_UP, false, false,
     "hips=hips{*<UpperLeg=UpperLeg{<LowerLeg=LowerLeg{<Foot=Foot{<Toes=Toes}}},spine=spine{chest="
     "chest{upperChest=upperChest{neck=neck{head=head{*<Eye=Eye,jaw=jaw}},*" UNITY_ARM(
         "<ThumbMetacarpal=ThumbMetacarpal{<ThumbProximal=ThumbProximal{<ThumbDistal=ThumbDistal}},"
         "<LittleProximal=LittleProximal{<LittleIntermediate=LittleIntermediate}") "}}}}"},
    {"Unity, recorders", "", "Left", "Right", "ZXY", 1.0f, T_POSE, Y_UP, true, false,
     "Hips=hips{*" UNITY_LEG
     ",Spine=spine{Chest=chest{UpperChest=upperChest{*" UNITY_ARM("<ThumbProximal=ThumbMetacarpal{<"
                                                                  "ThumbIntermediate=ThumbProximal{"
                                                                  "<ThumbDistal=ThumbDistal}"
                                                                  "},<RingProximal=RingProximal{<"
                                                                  "RingIntermediate="
                                                                  "RingIntermediate{<RingDistal="
                                                                  "RingDistal}}") ",Neck=neck{Head="
                                                                                  "head}}}}}"},
    {"VRoid", "J_Bip_", "L", "R", "ZXY", 1.0f, T_POSE, Y_UP, false, false,
     "C_Hips=hips{C_Spine=spine{C_Chest=chest{C_UpperChest=upperChest{C_Neck=neck{C_Head=head},*<_"
     "Shoulder=Shoulder{<_UpperArm=UpperArm{<_LowerArm=LowerArm{<_Hand=Hand{" HAND(
         "<_Thumb", "<_Index", "<_Middle", "<_Ring", "<_Little", "1", "2",
         "3") "}}}}}}},*<_UpperLeg=UpperLeg{<_LowerLeg=LowerLeg{<_Foot=Foot{<_ToeBase=Toes}}}}"},
    {"VRChat", "", "Left", "Right", "XYZ", 1.0f, A_POSE, Z_UP, false, false,
     "Hips=hips{Spine=spine{Chest=chest{Neck=neck{Head=head{*<Eye=Eye}},*< shoulder=Shoulder{< arm="
     "UpperArm{< elbow=LowerArm{< "
     "wrist=Hand{Thumb0_<=ThumbMetacarpal{Thumb1_<=ThumbProximal{Thumb2_"
     "<=ThumbDistal}},IndexFinger1_<=IndexProximal{IndexFinger2_<=IndexIntermediate{IndexFinger3_<="
     "IndexDistal}}}}}}}},*< leg=UpperLeg{< knee=LowerLeg{< ankle=Foot{< toe=Toes}}}}"},
    {"MikuMikuDance", "", "左", "右", "ZXY", 0.08f, A_POSE, Y_UP, true, false,
     "全ての親{センター{グルーブ{腰=hips{下半身{*<足=UpperLeg{<ひざ=LowerLeg{<足首=Foot{<つま先="
     "Toes}"
     "}}},上半身=spine{上半身2=chest{首=neck{頭=head{*<目=Eye}},*<肩=Shoulder{<腕=UpperArm{<腕捩{<"
     "ひじ"
     "=LowerArm{<手捩{<手首=Hand{<親指０=ThumbMetacarpal{<親指１=ThumbProximal{<親指２=ThumbDistal}"
     "},<人指"
     "１=IndexProximal{<人指２=IndexIntermediate{<人指３=IndexDistal}},<小指１=LittleProximal}}}}}}"
     "}}}}}}"},
    {"DeepMotion", "", "l", "r", "XYZ", 0.01f, T_POSE, Y_UP, false, false,
     "hips_JNT=hips{*<_upleg_JNT=UpperLeg{<_leg_JNT=LowerLeg{<_foot_JNT=Foot{<_toebase_JNT=Toes}}},"
     "spine_JNT=spine{spine1_JNT=chest{spine2_JNT=upperChest{neck_JNT=neck{head_JNT=head},*"
     "<_shoulder_JNT=Shoulder{<_arm_JNT=UpperArm{<_forearm_JNT=LowerArm{<_hand_JNT=Hand{"
     "<_handThumb1_JNT=ThumbMetacarpal,<_handPinky3_JNT=LittleDistal}}}}}}}}"},
    {"Talking With Hands", "", "l", "r", "ZXY", 0.01f, A_POSE, Y_UP, false, false,
     "body_world{b_root=hips{b_spine0=spine{b_spine1{b_spine2=chest{b_spine3=upperChest{b_neck0="
     "neck"
     "{b_head=head},*b_<_shoulder=Shoulder{p_<_scap,b_<_arm=UpperArm{b_<_arm_twist,b_<_forearm="
     "LowerArm{b_<_wrist_twist{b_<_wrist=Hand{b_<_thumb0{b_<_thumb1=ThumbMetacarpal{b_<_thumb2="
     "ThumbProximal{b_<_thumb3=ThumbDistal}}},b_<_index1=IndexProximal{b_<_index2="
     "IndexIntermediate{"
     "b_<_index3=IndexDistal}}}}}}}}}}},*b_<_upleg=UpperLeg{b_<_leg=LowerLeg{b_<_foot_twist{b_<_"
     "foot"
     "=Foot}}}}}"},
    {"Character Creator, iClone", "", "L", "R", "XYZ", 0.01f, A_POSE, Z_UP, false, false,
     "RL_BoneRoot{CC_Base_Hip=hips{CC_Base_Pelvis{*CC_Base_<_Thigh=UpperLeg{CC_Base_<_ThighTwist01,"
     "CC_Base_<_Calf=LowerLeg{CC_Base_<_Foot=Foot{CC_Base_<_ToeBase=Toes}}}},CC_Base_Waist=spine{"
     "CC_Base_Spine01=chest{CC_Base_Spine02=upperChest{CC_Base_NeckTwist01=neck{CC_Base_"
     "NeckTwist02{"
     "CC_Base_Head=head{*CC_Base_<_Eye=Eye,CC_Base_JawRoot=jaw}}},*CC_Base_<_Clavicle=Shoulder{"
     "CC_Base_<_Upperarm=UpperArm{CC_Base_<_Forearm=LowerArm{CC_Base_<_Hand=Hand{CC_Base_<_Mid1="
     "MiddleProximal}}}}}}}}}"},
    {"Cascadeur", "", "l", "r", "XYZ", 0.01f, T_POSE, Y_UP, false, false,
     "pelvis=hips{stomach=spine{chest=chest{neck=neck{head=head},*clavicle_<=Shoulder{arm_<="
     "UpperArm{"
     "forearm_<=LowerArm{hand_<=Hand}}}}},*thigh_<=UpperLeg{calf_<=LowerLeg{foot_<=Foot{toe_<=Toes}"
     "}}"
     "}"},
};

enum { FAMILY_COUNT = sizeof families / sizeof *families };

#endif
