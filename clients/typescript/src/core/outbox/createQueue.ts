import { createStore, type Store } from '../createStore.js';
import type { Platform } from '../platform.js';
import type { StorageArea } from '../createStorage.js';
import type { Change } from './Outbox.js';

const name = 'outbox';

/** What waits of this tab, in order: kept in memory, and stored beside what other tabs have stored. */
export interface Queue extends Store<{ readonly waiting: number; readonly isOnline: boolean }> {
  readonly tab: string;
  list(): readonly Change[];
  /** Another list, in memory: those who listen learn it. Without one, the time or the network has changed. */
  show(next?: readonly Change[]): void;
  /** Another list, stored. `forgotten`: whose changes go of all tabs. */
  put(next: readonly Change[], forgotten?: string): Promise<unknown>;
  /** Stores the list, and of what other tabs have stored what stays theirs. */
  save(isTheirs: (change: Change) => boolean): Promise<unknown>;
  /** Resolves when all that was put is stored. */
  saved(): Promise<unknown>;
  /** What is stored of all tabs. */
  stored(): Promise<readonly Change[] | null>;
  /** The same, after what is not this tab's any more was dropped: while it was stopped, another one may have taken it over. */
  reconciled(): Promise<readonly Change[]>;
  /** The list could not be stored: what is stored does not say what is left to do. */
  isUnsaved(): boolean;
  onChange(listener: () => void): void;
}

export function createQueue(
  { clock, network, random }: Platform,
  lock: <T>(name: string, work: () => Promise<T>) => Promise<T>,
  lockName: string,
  storage: StorageArea,
  user: Store<string | null>,
  failed: (error: unknown) => void,
): Queue {
  const tab = random().toString(36).slice(2);
  const view = createStore({ waiting: 0, isOnline: network.isOnline() });
  const listeners: (() => void)[] = [];
  let list: readonly Change[] = [];
  let known: readonly string[] = [];
  let isUnsaved = false;
  let saving: Promise<unknown> = Promise.resolve();

  function show(next: readonly Change[] = list): void {
    list = next;
    const isWaiting = ({ user: whose, after }: Change): boolean => whose === user.get() && !(after! > clock.now());
    view.set({ waiting: list.filter(isWaiting).length, isOnline: network.isOnline() });
    for (const listener of listeners) listener();
  }

  async function stored(): Promise<readonly Change[] | null> {
    const found = await storage.read<readonly Change[]>(name);
    return Array.isArray(found) ? found : null;
  }

  async function reconciled(): Promise<readonly Change[]> {
    const before = known;
    const found = await stored();
    const isMine = ({ id }: Change): boolean => !before.includes(id) || found!.some((each) => each.id === id && each.tab === tab);
    if (found && !isUnsaved && !list.every(isMine)) show(list.filter(isMine));
    return found || [];
  }

  function save(isTheirs: (change: Change) => boolean): Promise<unknown> {
    saving = saving.then(() => lock(lockName + ':outbox', async () => {
      const others = (await reconciled()).filter((change) => isTheirs(change) && change.tab !== tab);
      known = list.map(({ id }) => id);
      isUnsaved = !(await storage.write(name, [...others, ...list]));
    })).catch(failed);
    return saving;
  }

  return {
    ...view,
    tab,
    list: () => list,
    show,
    put(next, forgotten) {
      show(next);
      return save((change) => change.user !== forgotten);
    },
    save,
    saved: () => saving,
    stored,
    reconciled,
    isUnsaved: () => isUnsaved,
    onChange: (listener) => void listeners.push(listener),
  };
}
