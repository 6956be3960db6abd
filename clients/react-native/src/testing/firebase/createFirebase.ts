import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext, Runtime } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import * as enums from './enums.js';
import { createMessaging, modular, namespaced } from './createMessaging.js';
import type { BackgroundHandler, Messaging, ModularMessaging } from './createMessaging.js';
import { createNotifee } from './createNotifee.js';
import type { EventHandler } from './createNotifee.js';
import { eventOf } from './eventOf.js';
import { messageOf } from './messageOf.js';

type Notifee = typeof import('@notifee/react-native');

/** React Native Firebase and notifee in one process. */
export interface Firebase {
  /** The default export: `messaging()`. */
  readonly messaging: Messaging;
  /** The functions of the modular form: `getToken(getMessaging())`. */
  readonly modular: ModularMessaging;
  /** The default export. */
  readonly notifee: Notifee['default'];
  /** The names that notifee exports next to it. */
  readonly notifeeEnums: Omit<Notifee, 'default'>;
}

export interface FirebaseRuntime extends Runtime {
  readonly firebase: Firebase;
}

export function createFirebase(phone: PhoneContext, process: AppProcess): FirebaseRuntime {
  const messages: BackgroundHandler = { handler: null };
  const events: EventHandler = { handler: null };
  const module = createMessaging(phone, process, messages);
  return {
    firebase: {
      messaging: namespaced(module), modular: modular(module), notifee: createNotifee(phone, process, events), notifeeEnums: { ...enums },
    },
    received(code, push) {
      if (code === 'on-message') return () => void process.emit('firebase.message', messageOf(phone, push));
      const { handler } = messages;
      return code === 'background-handler' && handler ? () => handler(messageOf(phone, push)) : null;
    },
    pressed(code, press) {
      if (code === 'opened-listener') return () => void process.emit('firebase.opened', messageOf(phone, press.shown.source as RemotePush));
      if (code === 'foreground-event') return () => void process.emit('notifee.event', eventOf(phone, press));
      const { handler } = events;
      return code === 'background-event' && handler ? () => handler(eventOf(phone, press)) : null;
    },
    // Nobody is asked: what arrives in the foreground is the app's.
    decide: async () => ({ isShown: false, isHeard: false, isCounted: false }),
  };
}
