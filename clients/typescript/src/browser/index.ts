import { configure } from './configure.js';

export * from '../core/index.js';
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
  configure({
    app, baseUrl: text('base-url'), tokenUrl: text('token-url'), locale: text('locale'), timeZone: text('time-zone'), appVersion: text('app-version'),
    workerUrl: text('worker-url'), workerScope: text('worker-scope'), openUrl: text('open-url'), moreUrl: text('more-url')
  });
}
