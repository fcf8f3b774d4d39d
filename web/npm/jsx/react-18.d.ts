// SPDX-License-Identifier: MIT
/** `<vrm-avatar>` in JSX of React 18: `import type {} from 'libvrm/jsx/react-18'`. React sets attributes as HTML has
 * them, `class` instead of `className`, and no listeners: take a `ref` and call `addEventListener()`. */
import type { CSSProperties, Key, ReactNode, Ref } from 'react';
import type { VrmAvatarElement } from '../element.js';
import type { AvatarSwitches, AvatarTexts } from './attributes.js';

/** `<vrm-avatar>` as React 18 sets it. */
export interface ReactAvatar extends AvatarTexts, AvatarSwitches<''> {
  /** Identifies it among its siblings. */
  key?: Key | null;
  /** Is given the element. */
  ref?: Ref<VrmAvatarElement>;
  /** Lies over the avatar. */
  children?: ReactNode;
  /** Classes for CSS. */
  class?: string;
  /** Declarations of CSS. */
  style?: CSSProperties;
  /** As every element has it. */
  id?: string;
  /** Place in a slot of another element. */
  slot?: string;
  /** "true" hides it. */
  hidden?: true;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vrm-avatar': ReactAvatar;
    }
  }
}
