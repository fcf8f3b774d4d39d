// SPDX-License-Identifier: MIT
// Names of the specification, with the exports of three-vrm. They are literals because a page may use them
// before the module has started; tests/web/test_three_names.mjs compares them with three-vrm and the library.

/** Each bone with its parent; null for the hips. */
export const VRMHumanBoneParentMap = Object.freeze({
  hips: null,
  spine: 'hips',
  chest: 'spine',
  upperChest: 'chest',
  neck: 'upperChest',
  head: 'neck',
  leftEye: 'head',
  rightEye: 'head',
  jaw: 'head',
  leftUpperLeg: 'hips',
  leftLowerLeg: 'leftUpperLeg',
  leftFoot: 'leftLowerLeg',
  leftToes: 'leftFoot',
  rightUpperLeg: 'hips',
  rightLowerLeg: 'rightUpperLeg',
  rightFoot: 'rightLowerLeg',
  rightToes: 'rightFoot',
  leftShoulder: 'upperChest',
  leftUpperArm: 'leftShoulder',
  leftLowerArm: 'leftUpperArm',
  leftHand: 'leftLowerArm',
  rightShoulder: 'upperChest',
  rightUpperArm: 'rightShoulder',
  rightLowerArm: 'rightUpperArm',
  rightHand: 'rightLowerArm',
  leftThumbMetacarpal: 'leftHand',
  leftThumbProximal: 'leftThumbMetacarpal',
  leftThumbDistal: 'leftThumbProximal',
  leftIndexProximal: 'leftHand',
  leftIndexIntermediate: 'leftIndexProximal',
  leftIndexDistal: 'leftIndexIntermediate',
  leftMiddleProximal: 'leftHand',
  leftMiddleIntermediate: 'leftMiddleProximal',
  leftMiddleDistal: 'leftMiddleIntermediate',
  leftRingProximal: 'leftHand',
  leftRingIntermediate: 'leftRingProximal',
  leftRingDistal: 'leftRingIntermediate',
  leftLittleProximal: 'leftHand',
  leftLittleIntermediate: 'leftLittleProximal',
  leftLittleDistal: 'leftLittleIntermediate',
  rightThumbMetacarpal: 'rightHand',
  rightThumbProximal: 'rightThumbMetacarpal',
  rightThumbDistal: 'rightThumbProximal',
  rightIndexProximal: 'rightHand',
  rightIndexIntermediate: 'rightIndexProximal',
  rightIndexDistal: 'rightIndexIntermediate',
  rightMiddleProximal: 'rightHand',
  rightMiddleIntermediate: 'rightMiddleProximal',
  rightMiddleDistal: 'rightMiddleIntermediate',
  rightRingProximal: 'rightHand',
  rightRingIntermediate: 'rightRingProximal',
  rightRingDistal: 'rightRingIntermediate',
  rightLittleProximal: 'rightHand',
  rightLittleIntermediate: 'rightLittleProximal',
  rightLittleDistal: 'rightLittleIntermediate',
});

export const VRMHumanBoneList = Object.freeze(Object.keys(VRMHumanBoneParentMap));

/** { Hips: 'hips', ... } from a list of names. */
const named = (words) =>
  Object.freeze(Object.fromEntries(words.map((word) => [word[0].toUpperCase() + word.slice(1), word])));

export const VRMHumanBoneName = named(VRMHumanBoneList);

export const VRMRequiredHumanBoneName = named([
  'hips',
  'spine',
  'head',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
  'leftUpperArm',
  'leftLowerArm',
  'leftHand',
  'rightUpperArm',
  'rightLowerArm',
  'rightHand',
]);

export const VRMExpressionPresetName = named([
  'aa',
  'ih',
  'ou',
  'ee',
  'oh',
  'blink',
  'happy',
  'angry',
  'sad',
  'relaxed',
  'lookUp',
  'surprised',
  'lookDown',
  'lookLeft',
  'lookRight',
  'blinkLeft',
  'blinkRight',
  'neutral',
]);

export const VRMExpressionOverrideType = named(['none', 'block', 'blend']);
export const VRMExpressionMaterialColorType = named([
  'color',
  'emissionColor',
  'shadeColor',
  'matcapColor',
  'rimColor',
  'outlineColor',
]);
export const VRMFirstPersonMeshAnnotationType = named(['auto', 'both', 'thirdPersonOnly', 'firstPersonOnly']);
export const VRMLookAtTypeName = named(['bone', 'expression']);
export const MToonMaterialOutlineWidthMode = named(['none', 'worldCoordinates', 'screenCoordinates']);
export const MToonMaterialDebugMode = Object.freeze({
  None: 'none',
  Normal: 'normal',
  LitShadeRate: 'litShadeRate',
  UV: 'uv',
});
