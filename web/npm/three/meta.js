// SPDX-License-Identifier: MIT
// meta of an avatar in the words of its own dialect, and its thumbnail as a picture of the page.
import { SRGBColorSpace, Texture } from 'three';

/** An element that shows bytes, made when it is first asked for; undefined where there are no pages. */
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
    this.#blob = null; // the address keeps it
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

/** A member that is computed once, when it is first read. */
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
