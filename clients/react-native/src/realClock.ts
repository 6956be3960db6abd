import type { Platform } from 'peal-core';

/** The clock of the phone. */
export const realClock: Platform['clock'] = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
