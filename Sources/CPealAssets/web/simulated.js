// The push service of this browser, or one that the demo simulates where it cannot be reached.

import { sandbox } from "./api.js";

const PATIENCE = 4_000;
const POLL = 1_200;

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** One user's browser. `subscribe` is what the client registers with. */
export function browserPhone(app, user) {
  const phone = { isSimulated: false, subscribe, stop };
  let timer = null;
  let made = null;

  async function subscribe({ pushManager }, vapidKey) {
    try {
      const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(vapidKey) });
      const late = new Promise((_, reject) => { setTimeout(() => reject(new Error("no answer")), PATIENCE); });
      const { endpoint, keys } = (await Promise.race([subscribing, late])).toJSON();
      return { endpoint, keys };
    } catch {
      return simulate();
    }
  }

  /** A virtual browser gets the pushes; this page hands them to the service worker, which does the rest. */
  async function simulate() {
    phone.isSimulated = true;
    made ??= await sandbox.addPhone({ app, user, provider: "webpush", platform: "web" });
    if (!timer) follow(made.phoneId);
    return made.subscription;
  }

  function follow(phoneId) {
    let since = "0";
    let handled = 0;
    const read = async () => {
      const { items, nextCursor } = await sandbox.pushes({ provider: "webpush", since });
      const worker = (await navigator.serviceWorker.getRegistration())?.active;
      for (const { phoneId: to, payload, answer } of items.slice(handled)) {
        if (to === phoneId && answer.status < 300) worker?.postMessage({ peal: "push", payload });
      }
      handled = nextCursor ? 0 : items.length;
      since = nextCursor ?? since;
    };
    let isReading = false;
    // One at a time: a slow answer would set back what a later one has counted.
    timer = setInterval(() => {
      if (isReading) return;
      isReading = true;
      read().catch(() => undefined).finally(() => { isReading = false; });
    }, POLL);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  return phone;
}
