// SPDX-License-Identifier: MIT
// Animations of a glTF document as clips of three.js, like those of GLTFLoader.
import {
  AnimationClip,
  Interpolant,
  InterpolateDiscrete,
  InterpolateLinear,
  NumberKeyframeTrack,
  Quaternion,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { elementOf } from './gltf_accessors.js';
import { keepExtras } from './gltf_geometry.js';

const paths = {
  translation: ['position', VectorKeyframeTrack],
  rotation: ['quaternion', QuaternionKeyframeTrack],
  scale: ['scale', VectorKeyframeTrack],
  weights: ['morphTargetInfluences', NumberKeyframeTrack],
};

/** Cubic splines: each key has an in-tangent, a value and an out-tangent. */
class CubicInterpolant extends Interpolant {
  copySampleValue_(index) {
    const { resultBuffer: out, sampleValues: values, valueSize: size } = this;
    for (let i = 0; i < size; i++) out[i] = values[(index * 3 + 1) * size + i];
    return out;
  }

  interpolate_(index, t0, t, t1) {
    const { resultBuffer: out, sampleValues: values, valueSize: size } = this;
    const span = t1 - t0,
      u = (t - t0) / span,
      to = index * 3 * size,
      from = to - 3 * size;
    const end = u * u * (3 - 2 * u),
      leaving = u * (1 - u) * (1 - u),
      arriving = u * u * (u - 1);
    for (let i = 0; i < size; i++)
      out[i] =
        (1 - end) * values[from + size + i] +
        leaving * span * values[from + 2 * size + i] +
        end * values[to + size + i] +
        arriving * span * values[to + i];
    return out;
  }
}

const turned = new Quaternion();

class CubicTurnInterpolant extends CubicInterpolant {
  interpolate_(index, t0, t, t1) {
    const out = super.interpolate_(index, t0, t, t1);
    return turned.fromArray(out).normalize().toArray(out);
  }
}

/** `nodeOf` returns the object of a node. */
export function clipsOf({ json, accessors, nodeOf }) {
  return (Array.isArray(json.animations) ? json.animations : []).map((animation, index) => {
    const tracks = [],
      { channels = [], samplers = [] } = animation;
    for (const { sampler: at, target } of channels) {
      if (target?.node === undefined || !Object.hasOwn(paths, target.path)) continue;
      const sampler = elementOf({ samplers }, 'samplers', at);
      tracks.push(
        ...tracksOf(
          nodeOf(target.node),
          target.path,
          sampler,
          accessors.attribute(sampler.input).array,
          accessors.numbers(sampler.output),
        ),
      );
    }
    const clip = new AnimationClip(animation.name || `animation_${index}`, undefined, tracks);
    clip.userData ??= {};
    keepExtras(clip, animation);
    return clip;
  });
}

function tracksOf(object, path, { interpolation }, times, values) {
  const [property, Track] = paths[path];
  const targets =
    path !== 'weights'
      ? [object]
      : [object, ...(object.isGroup ? object.children : [])].filter((each) => each.morphTargetInfluences);
  return targets.map(({ name, uuid }) => {
    const track = new Track(
      `${name || uuid}.${property}`,
      times,
      values,
      interpolation === 'STEP' ? InterpolateDiscrete : InterpolateLinear,
    );
    if (interpolation !== 'CUBICSPLINE') return track;
    track.createInterpolant = function createInterpolant(result) {
      const Kind = path === 'rotation' ? CubicTurnInterpolant : CubicInterpolant;
      return new Kind(this.times, this.values, this.getValueSize() / 3, result);
    };
    track.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline = true; // helpers of three.js check this
    return track;
  });
}
