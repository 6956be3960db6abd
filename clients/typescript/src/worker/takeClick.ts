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
  if (!action) {
    if (!isReply) await report(context, peal.id, 'opened');
    // Without buttons, a tap on the text is the only way to all actions.
    const isMore = pressed === moreAction || (peal.actions.length > 0 && !mostButtons());
    const more = isMore ? { id: peal.id, title, body: notification.body, actions: peal.actions } : undefined;
    await Promise.all([send(), openTap(context, tap, more)]);
    return;
  }
  if (action.token) await enqueueAction(context, notification, action, action.token);
  else if (action.kind === 'dismiss') await report(context, peal.id, 'dismissed');
  // Without a token the page answers with the session.
  const isPages = !action.token && action.kind === 'quick-reply';
  // A window opens only shortly after a press, so the answer to the request is not waited for.
  const opens = action.link || isPages || action.kind === 'open-app';
  const { id, kind, link } = action;
  const opened: Tap = isPages ? { ...tap, action: { id, kind, link } } : { ...tap, link: link || tap.link };
  await Promise.all([send(), opens && action.kind !== 'dismiss' ? openTap(context, opened) : null]);
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
