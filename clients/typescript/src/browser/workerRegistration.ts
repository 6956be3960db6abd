import type { ToWorker } from '../worker/messages.js';
import { pushError } from './pushError.js';

/** The page's service worker that takes Peal's pushes. */
export interface WorkerRegistration {
  /** The one that is registered already, if any. */
  find(): Promise<ServiceWorkerRegistration | undefined>;
  /** The same with a worker that runs Peal's script, registered when there is none. Rejects when there cannot be one. */
  active(): Promise<ServiceWorkerRegistration>;
  /** Lets the worker send what waits. */
  flush(): Promise<void>;
}

// A machine that is busy takes a while to start a worker.
const patience = 10_000;

function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registration.active || registration.waiting || registration.installing;
  // Another tab is registering it.
  if (!worker) return new Promise((resolve, reject) => {
    registration.addEventListener('updatefound', () => resolve(activated(registration)), { once: true });
    setTimeout(() => reject(pushError('no-worker')), patience);
  });
  if (worker.state === 'activated' || worker === registration.active) return Promise.resolve(worker);
  return new Promise((resolve, reject) => worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') resolve(worker);
    if (worker.state === 'redundant') reject(pushError('worker-redundant'));
  }));
}

function answers(worker: ServiceWorker): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    const end = (isPeal: boolean): void => {
      port1.close();
      resolve(isPeal);
    };
    port1.onmessage = () => end(true);
    setTimeout(() => end(false), patience);
    const hello: ToWorker = { peal: 'hello' };
    worker.postMessage(hello, [port2]);
  });
}

/**
 * `url` is the app's own worker file with Peal's script in it. Without it, a worker that the site has already is used when it
 * includes Peal's script, and never replaced; a site without one gets `/peal-sw.js`.
 */
export function workerRegistration(url?: string, scope?: string): WorkerRegistration {
  async function find(): Promise<ServiceWorkerRegistration | undefined> {
    const found = await navigator.serviceWorker.getRegistration(scope);
    return found && scope && found.scope !== new URL(scope, location.href).href ? undefined : found;
  }
  return {
    find,
    async active() {
      const found = url ? undefined : await find();
      const registration = found || await navigator.serviceWorker.register(url || '/peal-sw.js', scope ? { scope } : {});
      const worker = await activated(registration);
      if (!await answers(worker)) throw pushError('worker-without-peal');
      return registration;
    },
    async flush() {
      const message: ToWorker = { peal: 'flush' };
      (await find())?.active?.postMessage(message);
    }
  };
}
