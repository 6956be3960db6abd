import { showBadge } from './badge.js';
import { buttonsOf, mostButtons } from './buttonsOf.js';
import { openPages, tell } from './pages.js';
import type { Push } from './readPush.js';
import { withdraws } from './showUnreadable.js';
import type { WorkerContext } from './WorkerContext.js';
import { log } from './WorkerContext.js';

type Shown = Extract<Push, { status: 'ok' }>;

/** Does what a push says. */
export async function perform(context: WorkerContext, push: Shown): Promise<void> {
  const { peal } = push;
  if (peal.op === 'show') await show(context, push);
  if (peal.op === 'clear') await close(context, [...peal.cleared || [], { id: peal.id }]);
  await showBadge(context, peal.badge, peal.badgeVersion);
}

/**
 * In the foreground the page decides how it is shown (the catalog's table); browsers require no notification while the user
 * looks at a page of the site. Everywhere else, and where no page answers, it is a notification of the system.
 */
async function show(context: WorkerContext, { peal, title, options, raw }: Shown): Promise<void> {
  const { scope, texts } = context;
  const [page] = await openPages(context);
  const isInUse = page && page.focused && page.visibilityState === 'visible';
  if (isInUse && !withdraws(scope.navigator.userAgent) && await tell(context, page, { peal: 'push', payload: raw })) return;
  const actions = buttonsOf(peal, mostButtons(), texts.more);
  const data = { peal, title };
  try {
    await scope.registration.showNotification(title, { ...options, actions, data });
  } catch (error) {
    log('show.failed', { id: peal.id, error: String(error) });
    // An option that this browser refuses is no reason to lose the notification.
    await scope.registration.showNotification(title, { body: options.body as string, tag: options.tag as string, data });
  }
}

/** Removes notifications from the screen, by id or tag. */
export async function close({ scope }: WorkerContext, cleared: readonly { readonly id: string; readonly tag?: string }[]): Promise<void> {
  for (const notification of await scope.registration.getNotifications()) {
    const id = notification.data?.peal?.id;
    if (cleared.some(item => (item.id && item.id === id) || (item.tag && item.tag === notification.tag))) notification.close();
  }
}
