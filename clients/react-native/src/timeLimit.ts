import type { Platform } from 'peal-core';

/** What `work` answers, or a failure when it takes longer: some calls of the system never answer. */
export function timeLimit<T>({ after }: Platform['clock'], milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(new Error(`${what} did not answer within ${milliseconds / 1000} seconds`)));
    work.then(resolve, reject).then(cancel);
  });
}
