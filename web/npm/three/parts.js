// SPDX-License-Identifier: MIT
// Plugins for parts of an avatar, as in three-vrm: options of VRMLoaderPlugin, which creates all parts and
// then calls afterRoot() of each. A subclass finds the parts in gltf.userData, and may replace them.
import { VrmError } from '../engine/errors.js';

class PartPlugin {
  parser;
  helperRoot;

  constructor(parser, options = {}) {
    this.parser = parser;
    this.helperRoot = options?.helperRoot;
  }

  async afterRoot() {}
}

export class VRMExpressionLoaderPlugin extends PartPlugin {
  get name() {
    return 'VRMExpressionLoaderPlugin';
  }
}

export class VRMFirstPersonLoaderPlugin extends PartPlugin {
  get name() {
    return 'VRMFirstPersonLoaderPlugin';
  }
}

export class VRMHumanoidLoaderPlugin extends PartPlugin {
  autoUpdateHumanBones;

  constructor(parser, options = {}) {
    super(parser, options);
    this.autoUpdateHumanBones = options?.autoUpdateHumanBones;
  }

  get name() {
    return 'VRMHumanoidLoaderPlugin';
  }
}

export class VRMLookAtLoaderPlugin extends PartPlugin {
  get name() {
    return 'VRMLookAtLoaderPlugin';
  }
}

export class VRMSpringBoneLoaderPlugin extends PartPlugin {
  static EXTENSION_NAME = 'VRMC_springBone';
  jointHelperRoot;
  colliderHelperRoot;

  constructor(parser, options = {}) {
    super(parser, options);
    this.jointHelperRoot = options?.jointHelperRoot;
    this.colliderHelperRoot = options?.colliderHelperRoot;
  }

  get name() {
    return 'VRMC_springBone';
  }
}

export class VRMNodeConstraintLoaderPlugin extends PartPlugin {
  static EXTENSION_NAME = 'VRMC_node_constraint';
  get name() {
    return 'VRMC_node_constraint';
  }
}

export class VRMMetaLoaderPlugin extends PartPlugin {
  needThumbnailImage;
  acceptLicenseUrls;
  acceptV0Meta;
  #checksLicense;

  constructor(parser, options = {}) {
    super(parser, options);
    const { needThumbnailImage = false, acceptLicenseUrls, acceptV0Meta = true } = options ?? {};
    this.needThumbnailImage = needThumbnailImage;
    this.acceptLicenseUrls = acceptLicenseUrls ?? ['https://vrm.dev/licenses/1.0/'];
    this.acceptV0Meta = acceptV0Meta;
    this.#checksLicense = acceptLicenseUrls !== undefined;
  }

  get name() {
    return 'VRMMetaLoaderPlugin';
  }

  /** Waits for the thumbnail if the page wants that, and rejects licences that the page does not accept. */
  async afterRoot({ userData }) {
    const { vrmMeta: meta } = userData;
    if (!meta) return;
    if (meta.metaVersion === '0' && !this.acceptV0Meta)
      throw new VrmError('unsupported', 'VRMMetaLoaderPlugin: the file is VRM 0.x, and acceptV0Meta is false');
    if (meta.metaVersion === '1' && this.#checksLicense && !this.acceptLicenseUrls.includes(meta.licenseUrl))
      throw new VrmError(
        'unsupported',
        `VRMMetaLoaderPlugin: the licence ${meta.licenseUrl} is not one of acceptLicenseUrls`,
      );
    if (!this.needThumbnailImage) return;
    const image = meta.metaVersion === '1' ? meta.thumbnailImage : meta.texture?.image;
    await image?.decode?.().catch(() => {}); // an image that cannot be decoded has no size
  }
}
