import type { Clock } from './platform.js';

/** What work comes to; `undefined` when it takes longer, and then it goes on. */
export async function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let cancel!: () => void;
  try {
    return await Promise.race([work, new Promise<undefined>((done) => (cancel = clock.after(milliseconds, () => done(undefined))))]);
  } finally {
    cancel();
  }
}
