import type { Core } from '../Context.js';
import type { Tap } from '../PealClient.js';

const name = 'presses';

/** So many presses are known: a phone shows no more notifications at once. */
const mostKnown = 100;

/** A press that is reported later than this is another one, of a notification that was shown again. */
const longestMemory = 86_400_000;

/** A link without a notification may be followed again soon; only the two reports of one start are one. */
const launchWindow = 60_000;

/** The gate through which presses of the system's notifications come in: each of a notification and action counts once. */
export interface Presses {
  start(): Promise<void>;
  /** The user has signed out: what they pressed is forgotten. */
  forget(): Promise<void>;
  /** Does what a press asks for, unless it was done: whoever reports it again waits for the same. */
  once(tap: Tap, work: () => Promise<void>): Promise<void> | undefined;
}

export function createPresses({ outbox, platform: { clock }, storage }: Core): Presses {
  const running = new Map<string, Promise<void>>();
  let times: Readonly<Record<string, number>> = {};

  return {
    async start() {
      times = { ...(await storage.app.read<{}>(name)), ...times };
    },
    forget() {
      times = {};
      return storage.app.remove(name);
    },
    once({ source, notification, action, link }, work) {
      // Rows and banners are the app's own, and can be tapped again.
      if (!/push|launch/.test(source)) return work();
      const now = clock.now();
      const key = [notification || link, action && action.id].join(' ');
      if (!(Math.abs(now - times[key]!) < (notification ? longestMemory : launchWindow))) {
        const others = Object.entries(times).filter(([other, at]) => other !== key && Math.abs(now - at) < longestMemory);
        times = Object.fromEntries([...others.slice(1 - mostKnown), [key, now]]);
        running.set(key, work().finally(() => running.delete(key)));
        // Once it is stored what the press asks for, and not before: a process that ends here is told of the press again.
        void outbox.stored().then(() => storage.app.write(name, times));
      }
      return running.get(key);
    },
  };
}
