import type { Storage } from '../core/platform.js';

/** Texts that the pages of an origin and its service workers share: workers have no `localStorage`. */
export interface SharedStorage extends Storage {
  /** Changes a text in one transaction, so that neither a page nor the worker overwrites the other; `null` removes it. */
  update<T>(key: string, change: (value: string | null) => readonly [value: string | null, answer: T]): Promise<T>;
}

type Use<T> = (texts: IDBObjectStore, answer: (value: T) => void) => void;

const memory = new Map<string, string>();
let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('peal', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore('texts');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      database.onclose = () => void (opening = null);
      resolve(database);
    };
  }).catch(error => {
    opening = null;
    throw error;
  });
}

async function run<T>(mode: IDBTransactionMode, use: Use<T>, isRetry = false): Promise<T> {
  const database = await open();
  let transaction: IDBTransaction;
  try {
    transaction = database.transaction('texts', mode);
  } catch (error) {
    // The browser closed the connection while the page slept.
    if (isRetry) throw error;
    opening = null;
    return run(mode, use, true);
  }
  return new Promise<T>((resolve, reject) => {
    let result: T;
    use(transaction.objectStore('texts'), value => void (result = value));
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** The shared storage. Without IndexedDB (blocked by the user's settings) it lives as long as the page. */
export function indexedStorage(): SharedStorage {
  const change = async <T>(mode: IDBTransactionMode, key: string, next: (value: string | null) => readonly [string | null, T]): Promise<T> => {
    try {
      return await run<T>(mode, (texts, answer) => {
        const read = texts.get(key) as IDBRequest<string | undefined>;
        read.onsuccess = () => {
          const old = read.result ?? null;
          const [value, result] = next(old);
          if (value === null) { if (old !== null) texts.delete(key); } else if (value !== old) texts.put(value, key);
          answer(result);
        };
      });
    } catch (error) {
      if (typeof indexedDB !== 'undefined' && opening) throw error;
      const [value, result] = next(memory.get(key) ?? null);
      if (value === null) memory.delete(key); else memory.set(key, value);
      return result;
    }
  };
  return {
    get: key => change('readonly', key, value => [value, value]),
    set: (key, value) => change('readwrite', key, () => [value, undefined]),
    remove: key => change('readwrite', key, () => [null, undefined]),
    update: (key, next) => change('readwrite', key, next)
  };
}
