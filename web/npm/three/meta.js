// SPDX-License-Identifier: MIT
// meta of an avatar with the members of its dialect, and its thumbnail as an image element.
import { SRGBColorSpace, Texture } from 'three';

/** An image element for bytes, created on first use; undefined without a document. */
export class Thumbnail {
  #blob = null;
  #url = null;
  #element;

  constructor(image) {
    if (image !== null && typeof Image === 'function' && typeof Blob === 'function')
      this.#blob = new Blob([image.bytes], { type: image.mimeType });
  }

  get element() {
    if (this.#element || this.#blob === null) return this.#element;
    this.#url = URL.createObjectURL(this.#blob);
    this.#blob = null; // the object URL keeps it
    this.#element = new Image();
    this.#element.src = this.#url;
    return this.#element;
  }

  dispose() {
    this.#blob = null;
    if (this.#url !== null) URL.revokeObjectURL(this.#url);
    this.#url = null;
  }
}

function textureOf(element) {
  if (!element) return undefined;
  const texture = new Texture(element);
  texture.flipY = false;
  texture.colorSpace = SRGBColorSpace;
  if (element.complete) texture.needsUpdate = true;
  else
    element.addEventListener(
      'load',
      () => {
        texture.needsUpdate = true;
      },
      { once: true },
    );
  return texture;
}

/** Defines a member that is computed on first access. */
function lazy(object, name, make) {
  let value,
    isMade = false;
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      if (!isMade) value = make();
      isMade = true;
      return value;
    },
  });
}

export function metaOf({ extensions = {} }, thumbnail) {
  if (extensions.VRMC_vrm) {
    const { thumbnailImage, ...members } = extensions.VRMC_vrm.meta ?? {};
    const meta = { metaVersion: '1', ...members };
    lazy(meta, 'thumbnailImage', () => thumbnail.element);
    return meta;
  }
  const { texture, ...members } = extensions.VRM?.meta ?? {};
  const meta = { metaVersion: '0', ...members };
  lazy(meta, 'texture', () => textureOf(thumbnail.element));
  return meta;
}
