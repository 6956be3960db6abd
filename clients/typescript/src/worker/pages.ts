import { parseOr } from '../browser/parseOr.js';
import type { Handed, HandOver, ToPage } from './messages.js';
import { patience } from './messages.js';
import type { WorkerContext } from './WorkerContext.js';

/** The open pages below the worker's scope: the one in use first. */
export async function openPages({ scope }: WorkerContext): Promise<readonly WindowClient[]> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const rank = (page: WindowClient): number => (page.focused ? 2 : 0) + (page.visibilityState === 'visible' ? 1 : 0);
  return pages.filter(page => page.url.startsWith(scope.registration.scope)).sort((a, b) => rank(b) - rank(a));
}

type Message = Handed | { readonly peal: 'hello' | 'address' };

/** Sends a message to a page and answers whether Peal takes it there. A page without it, or a frozen one, says nothing. */
export function tell({ settings }: WorkerContext, page: WindowClient, message: Message): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patience);
    const sent: ToPage = { ...message, app: settings?.app || '', at: Date.now() };
    page.postMessage(sent, [port2]);
  });
}

/** The best of the pages where Peal answers. */
export async function listeningPage(context: WorkerContext): Promise<WindowClient | undefined> {
  const pages = await openPages(context);
  const answers = pages.map(page => tell(context, page, { peal: 'hello' }));
  for (const [index, answer] of answers.entries()) if (await answer) return pages[index];
  return undefined;
}

/** Leaves something for the next page that starts. */
export function handOver({ storage, name }: WorkerContext, item: Handed): Promise<void> {
  return storage.update(name('handover'), text => {
    const items = parseOr<HandOver[]>(text, []);
    return [JSON.stringify([...items, { ...item, at: Date.now() }].slice(-10)), undefined];
  });
}
