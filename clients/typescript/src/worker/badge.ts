import { parseOr } from '../browser/parseOr.js';
import type { WorkerContext } from './WorkerContext.js';

/** Shows a number on the app's icon, unless a newer one is known: pushes can arrive out of order. */
export async function showBadge({ scope, storage, name }: WorkerContext, count: number | undefined, version: number | undefined): Promise<void> {
  if (count === undefined || version === undefined) return;
  const isNewest = await storage.update(name('badge'), text => {
    const known = parseOr(text, { version: -1 }).version;
    return version < known ? [text, false] : [JSON.stringify({ count, version }), true];
  });
  const { navigator } = scope as unknown as { navigator: { setAppBadge?(count: number): Promise<void> } };
  // Refused where the app is not installed, or without permission.
  if (isNewest) await navigator.setAppBadge?.(count).catch(() => undefined);
}
