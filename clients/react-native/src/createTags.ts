import type { ShownPush } from 'peal-core';
import type { Store } from './ports.js';

/** So many are kept. */
const most = 100;

/** Which notification is shown under which tag: the system hands back no id of what it drew itself on Android. */
export interface Tags {
  note(id: string, tag: string): Promise<void>;
  /** Adds the ids that are known. */
  named(shown: readonly ShownPush[]): Promise<readonly ShownPush[]>;
  /** What is to leave the screen: these ids with their tags, and these tags. */
  targets(ids: readonly string[], tags: readonly string[]): Promise<readonly ShownPush[]>;
  forget(): Promise<void>;
}

export function createTags(store: Store, key: string): Tags {
  let known: Map<string, string> | null = null;

  async function load(): Promise<Map<string, string>> {
    if (known) return known;
    let pairs: unknown = null;
    try {
      pairs = JSON.parse((await store.get(key)) || '[]');
    } catch {
      // What cannot be read counts as nothing: tags are learned again with the next push.
    }
    known = known || new Map(Array.isArray(pairs) ? (pairs as [string, string][]) : []);
    return known;
  }

  return {
    async note(id, tag) {
      const tags = await load();
      if (tags.get(tag) === id) return;
      tags.delete(tag);
      tags.set(tag, id);
      if (tags.size > most) tags.delete([...tags.keys()][0]!);
      await store.set(key, JSON.stringify([...tags]));
    },
    async named(shown) {
      const tags = await load();
      return shown.map((one) => {
        const id = one.id || (one.tag && tags.get(one.tag));
        return id ? { ...one, id } : one;
      });
    },
    async targets(ids, gone) {
      const tags = await load();
      const ofIds = ids.map((id): ShownPush => {
        const [tag] = [...tags].find(([, other]) => other === id) || [];
        return tag ? { id, tag } : { id };
      });
      const named = new Set(ofIds.map(({ tag }) => tag));
      return [...ofIds, ...gone.filter((tag) => !named.has(tag)).map((tag): ShownPush => {
        const id = tags.get(tag);
        return id ? { id, tag } : { tag };
      })];
    },
    async forget() {
      known = new Map();
      await store.remove(key);
    },
  };
}
