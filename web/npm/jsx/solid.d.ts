// SPDX-License-Identifier: MIT
/** `<vrm-avatar>` in JSX of Solid 1: `import type {} from 'libvrm/jsx/solid'`. Attributes are those of HTML, others are
 * properties, and events have their own form: `<vrm-avatar look-at="pointer" prop:orbit={orbit()} on:shown={...} />`. */
import type {} from 'solid-js';
import type { VrmAvatarElement } from '../element.js';
import type { AvatarListeners, AvatarProperties, AvatarSwitches, AvatarTexts } from './attributes.js';

/** Properties in Solid's form. */
type Properties = { [Name in keyof AvatarProperties as `prop:${Name}`]?: AvatarProperties[Name] };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'vrm-avatar': Omit<HTMLAttributes<VrmAvatarElement>, keyof AvatarTexts> &
        AvatarTexts &
        AvatarSwitches<boolean | ''> &
        Properties &
        AvatarListeners<'on:'>;
    }
  }
}
