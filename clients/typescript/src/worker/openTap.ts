import { addressOf } from '../browser/addressOf.js';
import { resolveLink } from '../core/links/resolveLink.js';
import type { Tap } from '../core/PealClient.js';
import type { MoreActions } from './messages.js';
import { handOver, tapOnPage } from './pages.js';
import type { WorkerContext } from './WorkerContext.js';

/** Takes a tap to an open page, or opens one: only what the catalog's links allow, and nothing secret in the address. */
export async function openTap(context: WorkerContext, tap: Tap, more?: MoreActions): Promise<void> {
  const { scope, settings } = context;
  const { origin } = scope.location;
  const path = settings?.links ? resolveLink(settings.links, tap.link, tap.entity).href : null;
  if (more && settings?.moreUrl) {
    await handOver(context, { peal: 'more', more });
    await scope.clients.openWindow(new URL(settings.moreUrl.replace('{link}', encodeURIComponent(path || '')), origin).href);
    return;
  }
  const page = await tapOnPage(context, tap, more);
  if (page && await isFocused(page)) return;
  // A page that took the tap and cannot be brought to the front has dealt with it: the window only has to show the place.
  if (!page) await handOver(context, { peal: 'tap', tap: { ...tap, state: 'closed' }, more });
  await scope.clients.openWindow(path === null ? scope.registration.scope : addressOf(origin, path, settings?.openUrl));
}

/** Brings a page to the front; `false` where the browser refuses. */
async function isFocused(page: WindowClient): Promise<boolean> {
  try {
    await page.focus();
    return true;
  } catch {
    return false;
  }
}
