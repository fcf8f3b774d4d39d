// SPDX-License-Identifier: MIT
// Avatars in scenes of three.js; see three.d.ts.
export { VRMAnimation, VRMAnimationLoaderPlugin, createVRMAnimationClip } from './three/animation.js';
export { VRMExpression, VRMExpressionManager } from './three/expressions.js';
export { VRMFirstPerson } from './three/first_person.js';
export { VRMHumanoid } from './three/humanoid.js';
export { VRMLoaderPlugin } from './three/loader.js';
export { VRMLookAt, VRMLookAtQuaternionProxy } from './three/look_at.js';
export { MToonMaterial } from './three/mtoon.js';
export { VRMNodeConstraintManager, VRMSpringBoneJoint, VRMSpringBoneManager } from './three/springs.js';
export { VRMUtils } from './three/utils.js';
export { VRM, VRMCrowd } from './three/vrm.js';
export { VRMLoader } from './three/vrm_loader.js';
