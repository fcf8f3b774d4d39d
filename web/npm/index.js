// SPDX-License-Identifier: MIT
// index.d.ts documents all of these.
import { constants, init as start, loadTools, memorySize } from './engine/module.js';

export { VrmError } from './engine/errors.js';
export { MemoryOwner } from './engine/owner.js';
export { Model } from './engine/model.js';
export {
  Rig,
  aPose,
  boneNames,
  boneParent,
  expressionPresets,
  idlePose,
  isBoneRequired,
  motionParts,
  poseLength,
  restPose,
} from './engine/rig.js';
export { Avatar, Sim } from './engine/sim.js';
export { Actor } from './engine/actor.js';
export { Clip, Motion, Player, captureToModel } from './engine/clip.js';
export { Face, FaceMap, faceShape, faceShapes, loadFace, viseme, visemes, vowels } from './engine/face.js';
export { Lip } from './engine/lip.js';
export { LipListener } from './engine/sound.js';
export { Live, Tracker, Vmc } from './engine/live.js';
export { Points } from './engine/points.js';
export { Speech } from './engine/speech.js';
export { SpeechMarks } from './engine/speech_marks.js';
export { AvatarProposal, SpringProposal } from './engine/author.js';
export { Baker, Recorder } from './engine/recorder.js';
export { validate } from './engine/tools.js';
export { loadTools, memorySize };

export async function init(options) {
  await start(options);
}

export function version() {
  return constants.version ?? '';
}
