// SPDX-License-Identifier: MIT
/** What JSX may write at `<vrm-avatar>`, whatever the framework: react.d.ts, react-18.d.ts, preact.d.ts, solid.d.ts. */
import type { VrmAvatarElement, VrmAvatarEvents } from '../element.js';

/** Properties of the element. */
export type AvatarProperties = Partial<
  Pick<
    VrmAvatarElement,
    | 'src'
    | 'animation'
    | 'animations'
    | 'expression'
    | 'lookAt'
    | 'idle'
    | 'audio'
    | 'camera'
    | 'cameraControls'
    | 'poster'
    | 'alt'
    | 'paused'
    | 'controls'
    | 'loading'
    | 'messagesFrom'
    | 'currentTime'
    | 'playbackRate'
  >
> & {
  /** The camera; null as `camera` says. */
  orbit?: Parameters<VrmAvatarElement['orbitTo']>[0];
};

/** Attributes with text, as in HTML. */
export type AvatarTexts = Partial<
  Pick<
    VrmAvatarElement,
    'src' | 'animation' | 'animations' | 'expression' | 'idle' | 'audio' | 'camera' | 'poster' | 'alt' | 'loading'
  >
> & {
  /** "pointer", "camera" or "". */
  'look-at'?: string;
  /** Origins of pages around this frame that may send messages. */
  'messages-from'?: string;
};

/** Attributes that are there or not; `On` is how a framework writes one that is there. */
export interface AvatarSwitches<On> {
  /** Shows a button to pause and resume. */
  controls?: On;
  /** Stops time. */
  paused?: On;
  /** The user moves the camera. */
  'camera-controls'?: On;
}

/** Listeners of the element's own events: `onshown`, or `on:shown` with the prefix "on:". */
export type AvatarListeners<Prefix extends string = 'on'> = {
  [Name in keyof VrmAvatarEvents as `${Prefix}${Name}`]?: (event: VrmAvatarEvents[Name]) => void;
};
