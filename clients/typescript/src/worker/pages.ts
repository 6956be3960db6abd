import { parseOr } from '../browser/parseOr.js';
import type { Tap } from '../core/PealClient.js';
import type { Handed, HandOver, MoreActions, ToPage } from './messages.js';
import type { WorkerContext } from './WorkerContext.js';

/** The open pages below the worker's scope: the one in use first. */
export async function openPages({ scope }: WorkerContext): Promise<readonly WindowClient[]> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const rank = (page: WindowClient): number => (page.focused ? 2 : 0) + (page.visibilityState === 'visible' ? 1 : 0);
  return pages.filter(page => page.url.startsWith(scope.registration.scope)).sort((a, b) => rank(b) - rank(a));
}

type Message = Handed | { readonly peal: 'hello' | 'address' };

/** Firefox lets a worker open a window for one second after a tap. */
const brief = 300;

/** Sends a message to a page and answers whether Peal takes it there. A page without it, or a frozen one, says nothing. */
export function tell({ settings }: WorkerContext, page: WindowClient, message: Message, patience = 1000): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patience);
    const sent: ToPage = { ...message, app: settings?.app || '', until: Date.now() + patience };
    page.postMessage(sent, [port2]);
  });
}

/** Takes a tap to the best of the pages where Peal answers; `undefined` when there is none. */
export async function tapOnPage(context: WorkerContext, tap: Tap, more?: MoreActions): Promise<WindowClient | undefined> {
  const pages = await openPages(context);
  const answers = pages.map(page => tell(context, page, { peal: 'hello' }, brief));
  for (const [index, answer] of answers.entries()) {
    const page = pages[index]!;
    const state = page.visibilityState === 'visible' ? 'foreground' : 'background';
    if (await answer && await tell(context, page, { peal: 'tap', tap: { ...tap, state }, more }, brief)) return page;
  }
  return undefined;
}

/** Leaves something for the next page that starts. */
export function handOver({ storage, name }: WorkerContext, item: Handed): Promise<void> {
  return storage.update(name('handover'), text => {
    const items = parseOr<HandOver[]>(text, []);
    return [JSON.stringify([...items, { ...item, at: Date.now() }].slice(-10)), undefined];
  });
}
