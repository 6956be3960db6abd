import type { App } from './App.js';
import { readPush } from './arrival.js';
import type { PushRequest } from './arrival.js';
import type { Code, Drawer } from './behaviour.js';
import type { PhoneContext } from './Context.js';
import { drawPush } from './system/draw.js';

/** What became of a push: who drew it, which code of the app was started, and what was lost. */
export interface Arrival {
  /** `waiting`: for a network, for the first unlock, or until the phone wakes up. */
  readonly drawnBy: Drawer | 'waiting';
  readonly ran: readonly Code[];
  readonly lost?: string;
}

/** Does with a push what the table says for this phone and the app's state. */
export function deliver(phone: PhoneContext, app: App, request: PushRequest): () => Arrival {
  const { platform, face, table, clock, received } = phone;
  const push = readPush(request, platform, clock.now(), phone.nextId());
  if (push.provider === 'expo' && face !== 'expo') throw new Error('a push of Expo reaches no app without expo-notifications');
  if (push.provider === 'fcm' && face === 'expo') throw new Error('expo-notifications does not read pushes of FCM; use the face firebase');
  const row = table.delivery(platform, face, app.state, push.arrives);
  const before = received.ran.length;
  if (row.drawnBy === 'system' || row.drawnBy === 'library') drawPush(phone, push, row.drawnBy);
  const ran = app.run([...row.runs, ...app.lucky(row.unreliable)], (code, runtime) => runtime.received(code, push));
  const { process, runtime } = app;
  if (row.drawnBy === 'asked' && process && runtime) {
    process.during(runtime.decide(push)).then((decision) => drawPush(phone, push, 'library', decision), () => undefined);
  }
  const lost = row.lost !== undefined && ran === 0 ? row.lost : undefined;
  if (lost !== undefined) received.lost.push(lost);
  return () => ({ drawnBy: row.drawnBy, ran: received.ran.slice(before), ...(lost === undefined ? {} : { lost }) });
}
