/** Time that passes only when a scenario says so. */
export class VirtualClock {
  #now;
  #timers = new Map();
  #next = 1;

  constructor(start) {
    this.#now = start;
  }

  now() {
    return this.#now;
  }

  iso(offset = 0) {
    return new Date(this.#now + offset).toISOString().replace('.000Z', 'Z');
  }

  /** Calls back once; the answer cancels it. */
  after(milliseconds, callback) {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#now + Math.max(0, milliseconds), callback });
    return () => this.#timers.delete(id);
  }

  /** Runs what is due now; answers whether anything was. */
  runDue() {
    const due = this.#earliest();
    if (!due || due[1].at > this.#now) return false;
    this.#timers.delete(due[0]);
    due[1].callback();
    return true;
  }

  /** Moves from one timer to the next, and lets all work finish in between. */
  async advance(milliseconds, settle) {
    const end = this.#now + milliseconds;
    for (let due = this.#earliest(); due && due[1].at <= end; due = this.#earliest()) {
      this.#now = Math.max(this.#now, due[1].at);
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #earliest() {
    let first = null;
    for (const entry of this.#timers) if (!first || entry[1].at < first[1].at) first = entry;
    return first;
  }
}
