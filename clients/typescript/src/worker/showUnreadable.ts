import type { ShownData } from './takeClick.js';
import type { WorkerContext } from './WorkerContext.js';

/** Safari takes the permission away from a worker that shows nothing for a push, whatever is on the screen. */
export const withdraws = (agent: string): boolean => /AppleWebKit/.test(agent) && !/Chrom(e|ium)\//.test(agent);

/** In place of a push that cannot be read: the catalog's `unreadable`, with the app's name. */
export async function showUnreadable({ scope, settings, texts }: WorkerContext): Promise<void> {
  if (settings?.unreadable === null) return;
  const title = settings?.title || settings?.app || scope.location.host;
  const data: ShownData = { peal: { id: '', link: settings?.links?.fallback, actions: [] }, title, isReply: true };
  await scope.registration.showNotification(title, {
    body: settings?.unreadable || texts.unreadable.replace('{{app}}', () => title), tag: 'peal-unreadable', lang: settings?.locale, data
  });
}

/**
 * Watches whether another script of the worker's file shows a push that is not Peal's. A file that is Peal's alone has no other one.
 * @returns a promise for the answer, after so long as a listener needs
 */
export function isShownElsewhere({ registration, location }: ServiceWorkerGlobalScope): Promise<boolean> {
  if (location.pathname.endsWith('/peal-sw.js')) return Promise.resolve(false);
  const show = registration.showNotification;
  return new Promise(resolve => {
    registration.showNotification = (title, options) => {
      resolve(true);
      return show.call(registration, title, options);
    };
    setTimeout(() => resolve(false), 3000);
  }).then(isShown => {
    registration.showNotification = show;
    return isShown as boolean;
  });
}
