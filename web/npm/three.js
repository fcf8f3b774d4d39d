// SPDX-License-Identifier: MIT
// Avatars in scenes of three.js; see three.d.ts.
export { VRMAnimation, VRMAnimationLoaderPlugin, createVRMAnimationClip } from './three/animation.js';
export {
  VRMExpressionMaterialColorBind,
  VRMExpressionMorphTargetBind,
  VRMExpressionTextureTransformBind,
} from './three/binds.js';
export {
  VRMSpringBoneCollider,
  VRMSpringBoneColliderShape,
  VRMSpringBoneColliderShapeCapsule,
  VRMSpringBoneColliderShapePlane,
  VRMSpringBoneColliderShapeSphere,
} from './three/colliders.js';
export {
  MToonMaterialDebugMode,
  MToonMaterialOutlineWidthMode,
  VRMExpressionMaterialColorType,
  VRMExpressionOverrideType,
  VRMExpressionPresetName,
  VRMFirstPersonMeshAnnotationType,
  VRMHumanBoneList,
  VRMHumanBoneName,
  VRMHumanBoneParentMap,
  VRMLookAtTypeName,
  VRMRequiredHumanBoneName,
} from './three/constants.js';
export { VRMExpression, VRMExpressionManager } from './three/expressions.js';
export { VRMFirstPerson } from './three/first_person.js';
export {
  VRMDebugHelper,
  VRMHumanoidHelper,
  VRMLookAtHelper,
  VRMNodeConstraintHelper,
  VRMSpringBoneColliderHelper,
  VRMSpringBoneJointHelper,
} from './three/helpers.js';
export { VRMHumanoid } from './three/humanoid.js';
export { VRMCoreLoaderPlugin, VRMLoaderPlugin } from './three/loader.js';
export {
  VRMLookAt,
  VRMLookAtBoneApplier,
  VRMLookAtExpressionApplier,
  VRMLookAtQuaternionProxy,
  VRMLookAtRangeMap,
} from './three/look_at.js';
export { MToonMaterial } from './three/mtoon.js';
export { MToonMaterialLoaderPlugin } from './three/mtoon_loader.js';
export {
  VRMExpressionLoaderPlugin,
  VRMFirstPersonLoaderPlugin,
  VRMHumanoidLoaderPlugin,
  VRMLookAtLoaderPlugin,
  VRMMetaLoaderPlugin,
  VRMNodeConstraintLoaderPlugin,
  VRMSpringBoneLoaderPlugin,
} from './three/parts.js';
export { VRMNodeConstraintManager, VRMSpringBoneJoint, VRMSpringBoneManager } from './three/springs.js';
export { VRMUtils } from './three/utils.js';
export { VRM, VRM as VRMCore, VRMCrowd } from './three/vrm.js';
export { VRMLoader } from './three/vrm_loader.js';
