import type { PayloadAction, PealPayload } from '../core/foreground/parsePayload.js';
import type { Tap } from '../core/PealClient.js';
import { moreAction, mostButtons } from './buttonsOf.js';
import { openTap } from './openTap.js';
import { enqueue, report } from './WorkerOutbox.js';
import type { WorkerContext } from './WorkerContext.js';

/** What the worker keeps with a notification that it shows. */
export interface ShownData {
  readonly peal: Pick<PealPayload, 'id' | 'link' | 'entity' | 'actions'>;
  readonly title: string;
  /** The confirmation of a reply: only its link matters. */
  readonly isReply?: true;
}

/** Takes a tap on a notification or on one of its buttons. */
export async function takeClick(context: WorkerContext, notification: Notification, pressed: string, send: () => Promise<unknown>): Promise<void> {
  const { peal, title, isReply } = notification.data as ShownData;
  const action = pressed && pressed !== moreAction ? peal.actions.find(({ id }) => id === pressed) : undefined;
  const tap: Tap = { source: 'push', state: 'closed', notification: peal.id, link: peal.link, entity: peal.entity };
  // A window opens only shortly after a press, so nothing that is stored or sent is waited for.
  if (!action) {
    // Without buttons, a tap on the text is the only way to all actions.
    const isMore = pressed === moreAction || (peal.actions.length > 0 && !mostButtons());
    const more = isMore ? { id: peal.id, title, body: notification.body, actions: peal.actions } : undefined;
    const reported = isReply ? Promise.resolve() : report(context, peal.id, 'opened');
    await Promise.all([reported.then(send), openTap(context, tap, more)]);
    return;
  }
  const { id, kind, link, token } = action;
  const reported = token ? enqueueAction(context, notification, action, token)
    : kind === 'dismiss' ? report(context, peal.id, 'dismissed') : Promise.resolve();
  // Without a token the page answers with the session.
  const isPages = !token && kind === 'quick-reply';
  const opens = kind !== 'dismiss' && (link || isPages || kind === 'open-app');
  const opened: Tap = isPages ? { ...tap, action: { id, kind, link } } : { ...tap, link: link || tap.link };
  await Promise.all([reported.then(send), opens && openTap(context, opened)]);
}

function enqueueAction(context: WorkerContext, notification: Notification, action: PayloadAction, token: string): Promise<void> {
  const { peal } = notification.data as ShownData;
  const timestamp = new Date().toISOString();
  return enqueue(context, {
    id: `action ${peal.id} ${action.id} ${timestamp}`,
    method: 'POST',
    path: `/notifications/${encodeURIComponent(peal.id)}/actions/${encodeURIComponent(action.id)}`,
    body: { timestamp },
    reply: {
      token, notification: peal.id, link: peal.link, entity: peal.entity, icon: notification.icon, isQuiet: action.kind !== 'quick-reply'
    }
  });
}
