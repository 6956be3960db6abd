import { parseOr } from '../browser/parseOr.js';
import type { Answer, Reply, WorkerRequest } from './send.js';
import { send } from './send.js';
import type { WorkerContext } from './WorkerContext.js';
import { log } from './WorkerContext.js';

/** A request that waits in the worker's own outbox. */
export interface Item extends WorkerRequest {
  /** Two with the same id say the same: the later one counts. */
  readonly id: string;
  readonly at: number;
}

/** Tells the user what became of a reply; `null`: it waits for the network. */
export type Told = (reply: Reply, answer: { readonly status: number; readonly confirmation?: string; readonly link?: string } | null) => Promise<void>;

// Action tokens and rows in the inbox end by then.
const longest = 7 * 86_400_000;
const most = 200;

const change = <T>({ storage, name }: WorkerContext, next: (items: readonly Item[]) => readonly [readonly Item[], T]): Promise<T> =>
  storage.update(name('outbox'), text => {
    const [items, answer] = next(parseOr<Item[]>(text, []));
    return [items.length ? JSON.stringify(items) : null, answer];
  });

/** Stores a request, so that neither a lost network nor a stopped worker loses it. */
export const enqueue = (context: WorkerContext, item: Omit<Item, 'at'>): Promise<void> =>
  change(context, items => [[...items.filter(other => other.id !== item.id), { ...item, at: Date.now() }].slice(-most), undefined]);

/** Reports on a notification that was delivered to this device. */
export const report = (context: WorkerContext, notification: string, what: 'received' | 'opened' | 'dismissed'): Promise<void> =>
  enqueue(context, { id: `${what} ${notification}`, method: 'POST', path: `/notifications/${encodeURIComponent(notification)}/${what}` });

const isLater = (status: number): boolean => status <= 0 || status === 408 || status === 429 || status >= 500;

let running: Promise<unknown> = Promise.resolve();

/** Sends what waits, one call at a time. Answers whether something was kept back: it is tried again with the next event. */
export function flush(context: WorkerContext, told: Told): Promise<boolean> {
  const next = running.then(() => work(context, told));
  running = next.catch(error => log('outbox.failed', { error: String(error) }));
  return next;
}

async function work(context: WorkerContext, told: Told): Promise<boolean> {
  const tried = new Set<string>();
  let isOffline = false;
  let isKeptBack = false;
  for (;;) {
    const item = await change(context, items => {
      const fresh = items.filter(({ at }) => Date.now() - at < longest);
      return [fresh, fresh.find(({ id }) => !tried.has(id))];
    });
    if (!item) return isKeptBack;
    tried.add(item.id);
    const answer: Answer = isOffline ? { status: 0, body: null } : await send(context, item);
    const { status, body } = answer;
    isOffline = status === 0;
    if (!isLater(status)) {
      await update(context, item, null);
      if (item.reply) await told(item.reply, { ...body, status });
      else if (status >= 400) log('report.refused', { status });
      continue;
    }
    isKeptBack = isKeptBack || status >= 0;
    if (!item.reply || item.reply.isTold) continue;
    await update(context, item, { ...item, reply: { ...item.reply, isTold: true } });
    await told(item.reply, null);
  }
}

/** Replaces or removes an item, unless a later one took its place meanwhile. */
const update = (context: WorkerContext, item: Item, by: Item | null): Promise<void> =>
  change(context, items => [items.flatMap(other => other.id !== item.id || other.at !== item.at ? [other] : by ? [by] : []), undefined]);
