import type { Code } from './behaviour/Behaviour.js';
import type { PhoneClock } from './Options.js';
import type { Received } from './Received.js';

/** Nothing of a dead process is ever answered. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export interface ProcessContext {
  readonly clock: PhoneClock;
  readonly received: Received;
  /** Counts what happens, so that the phone knows when nothing does. */
  readonly touch: () => void;
  /** Whether timers stop while no task runs and nothing is on the screen. */
  readonly suspends: boolean;
}

/** One run of the app's code. It ends with everything that it waits for. */
export class AppProcess {
  isAlive = true;
  isVisible = false;
  private readonly listeners = new Map<string, Set<(event: never) => void>>();
  private readonly cancels = new Set<() => unknown>();
  private readonly held: (() => void)[] = [];
  private jobs = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly context: ProcessContext) {}

  /** Whether the app's code gets time. */
  get isRunning(): boolean {
    return this.isAlive && (this.isVisible || this.jobs > 0 || !this.context.suspends);
  }

  /** A native method: it answers later, if the process is still there. */
  call<T>(name: string, args: readonly unknown[], work: () => T | Promise<T>): Promise<T> {
    if (!this.isAlive) return never();
    this.note(name, args);
    return this.during(Promise.resolve().then(() => (this.isAlive ? work() : never<T>())));
  }

  /** A native method that answers immediately. */
  callNow<T>(name: string, args: readonly unknown[], work: () => T): T {
    if (this.isAlive) this.note(name, args);
    return work();
  }

  private note(name: string, args: readonly unknown[]): void {
    this.context.touch();
    this.context.received.calls.push({ name, args, at: this.context.clock.now() });
  }

  /** What comes from outside, such as a response of a server, reaches only a living process. */
  during<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      promise.then(
        (value) => this.alive(() => resolve(value)),
        (error) => this.alive(() => reject(error)),
      );
    });
  }

  private alive(work: () => void): void {
    this.context.touch();
    if (this.isAlive) work();
  }

  on<T>(event: string, listener: (value: T) => void): () => void {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all);
    // The same function may be added twice, and is called twice then.
    const own = (value: T): void => listener(value);
    if (this.isAlive) all.add(own as (event: never) => void);
    return () => all.delete(own as (event: never) => void);
  }

  /** Calls the listeners of an event; answers how many there are. */
  emit<T>(event: string, value: T): number {
    const all = this.isAlive ? [...(this.listeners.get(event) ?? [])] : [];
    this.context.touch();
    for (const listener of all) this.guarded(() => (listener as (value: T) => void)(value));
    return all.length;
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.context.received.errors.push(error);
    }
  }

  /** A timer of the app: it waits while the system lets the process do nothing. */
  after(milliseconds: number, callback: () => void): () => void {
    if (!this.isAlive) return () => undefined;
    let isCancelled = false;
    const run = (): void => {
      if (isCancelled || !this.isAlive) return;
      if (!this.isRunning) this.held.push(run);
      else this.guarded(callback);
    };
    const cancel = this.context.clock.after(milliseconds, () => {
      this.cancels.delete(cancel);
      this.context.touch();
      run();
    });
    this.cancels.add(cancel);
    return () => {
      isCancelled = true;
      this.cancels.delete(cancel);
      cancel();
    };
  }

  show(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.resume();
  }

  private resume(): void {
    if (this.isRunning) for (const run of this.held.splice(0)) run();
  }

  /** Runs code of the app that the system waits for, but not longer than its budget. */
  job(code: Code, budget: number, work: () => Promise<unknown> | void): void {
    if (!this.isAlive) return;
    this.context.received.ran.push(code);
    this.jobs += 1;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      this.cancels.delete(cancel);
      this.jobs -= 1;
      this.context.touch();
      if (this.jobs === 0) for (const done of this.waiting.splice(0)) done();
    };
    const cancel = budget === Infinity ? () => undefined : this.context.clock.after(budget, () => {
      if (isOver) return;
      this.context.received.overran.push(code);
      end();
    });
    this.cancels.add(cancel);
    this.resume();
    const failed = (error: unknown): void => {
      this.context.received.errors.push(error);
      end();
    };
    try {
      Promise.resolve(work()).then(end, failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Resolves when no task runs any more. */
  idle(): Promise<void> {
    return this.jobs === 0 ? Promise.resolve() : new Promise((done) => this.waiting.push(done));
  }

  end(): void {
    this.isAlive = false;
    this.isVisible = false;
    this.listeners.clear();
    this.held.length = 0;
    this.jobs = 0;
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
    for (const done of this.waiting.splice(0)) done();
  }
}
