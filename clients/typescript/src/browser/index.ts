import { addressOf } from './addressOf.js';
import { configure } from './configure.js';

export * from '../core/client.js';
export { configure } from './configure.js';
export type { BrowserOptions } from './configure.js';
export { onConfigured, pageClient } from './pageClient.js';
export { moreActions } from './moreActions.js';
export type { MoreActions } from '../worker/messages.js';
export type { TokenSource } from './tokenSource.js';

/** Configures itself from its own address: `/peal.js?app=gss&token-url=/peal/token`. In another bundle it may have none. */
const { searchParams } = new URL(import.meta.url || 'about:blank');
const app = searchParams.get('app');
if (app) {
  const text = (name: string): string | undefined => searchParams.get(name) || undefined;
  const openUrl = text('open-url');
  const { links } = configure({
    app, openUrl, debug: searchParams.has('debug'), baseUrl: text('base-url'), tokenUrl: text('token-url'), locale: text('locale'), timeZone: text('time-zone'),
    appVersion: text('app-version'), workerUrl: text('worker-url'), workerScope: text('worker-scope'), moreUrl: text('more-url'),
  });
  // A site without a router: its pages have the links as addresses. A navigation of its own comes before this one.
  links.onOpen(({ href }) => {
    const address = addressOf(location.origin, href, openUrl);
    if (address !== location.href) location.assign(address);
  });
}
