/** What was loaded by another address than its own, by its own. */
const others = new Map<string, Promise<unknown>>();
let number = 0;

/**
 * Loads code that may have failed to load before. Firefox remembers a failed import for as long as the page is open, and does not
 * request it again: it is requested by another address, which follows from the one that the browser's error names.
 */
export async function loadCode<C>(load: () => Promise<C>): Promise<C> {
  try {
    return await load();
  } catch (error) {
    // A site's bundler that loads code in its own way has other errors, and tries again by itself.
    const address = error instanceof TypeError && /https?:\S+/.exec(error.message)?.[0];
    if (!address) throw error;
    const other = others.get(address) ?? import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}?${++number}`);
    others.set(address, other);
    other.catch(() => others.delete(address));
    return other as Promise<C>;
  }
}
