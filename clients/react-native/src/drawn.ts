import type { PealPayload } from 'peal-core';
import { buttonsOf, type ButtonLimits } from './buttons.js';
import type { SystemNotification } from './ports.js';

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** Where a message says how it is shown (docs/payload.md): FCM's data, or Expo's message itself. */
const valuesIn = (payload: unknown): readonly Values[] => [valuesOf(valuesOf(payload)['data']), valuesOf(payload)];

export interface Drawing {
  readonly peal: PealPayload;
  readonly title: string;
  readonly body: string;
  readonly payload: unknown;
  readonly limits: ButtonLimits;
  readonly isFullScreen: boolean;
}

/** A notification for the system's screen, of a push that nobody else draws. */
export function drawn({ peal, title, body, payload, limits, isFullScreen }: Drawing): SystemNotification {
  const text = (name: string): string | undefined => {
    const found = valuesIn(payload).map((values) => values[name]).find((value) => typeof value === 'string' && value);
    return found as string | undefined;
  };
  const { group = peal.thread, badge, image = text('image') } = peal;
  return {
    id: peal.id,
    // Every copy of a notification has the same one, so that a phone shows one.
    tag: peal.tag || text('tag') || peal.id,
    title, body, isFullScreen, group, badge, image,
    channel: text('channel') || text('channelId'), category: text('categoryId'), sound: text('sound'), vibration: text('vibration'),
    buttons: buttonsOf(peal.actions, limits),
    payload: { peal: JSON.stringify(peal), title, body },
  };
}
