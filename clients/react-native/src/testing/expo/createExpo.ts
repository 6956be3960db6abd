import type { Notification, NotificationBehavior } from 'expo-notifications';
import type { TaskManagerTaskExecutor } from 'expo-task-manager';
import type { AppProcess } from '../AppProcess.js';
import type { Decision, PhoneContext, Runtime, UserPress } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import { createNotifications } from './createNotifications.js';
import type { HandlerHolder, Notifications } from './createNotifications.js';
import { notificationOf, responseOf } from './notificationOf.js';
import { createSecureStore } from './createSecureStore.js';
import type { SecureStore } from './createSecureStore.js';
import { taskPayload } from './taskPayload.js';

type TaskManager = typeof import('expo-task-manager');

/** Expo's modules in one process. */
export interface Expo {
  readonly Notifications: Notifications;
  readonly TaskManager: TaskManager;
  readonly SecureStore: SecureStore;
  readonly Device: typeof import('expo-device');
  /** The default export. */
  readonly Constants: typeof import('expo-constants')['default'];
}

export interface ExpoRuntime extends Runtime {
  readonly expo: Expo;
  /** The app's top level has run. */
  started(): void;
}

export function createExpo(phone: PhoneContext, process: AppProcess): ExpoRuntime {
  const executors = new Map<string, TaskManagerTaskExecutor<unknown>>();
  const { kept, table, clock } = phone;

  /** Asks the handler, for at most three seconds. */
  async function ask(notification: Notification): Promise<Decision> {
    const { handler } = holder;
    if (!handler) return hidden(!table.has('expo.handler.missing-hides'));
    const limit = table.limit('expo.handler.timeout', Infinity);
    const id = notification.request.identifier;
    try {
      const behaviour = await within(limit, () => handler.handleNotification(notification));
      if (handler.handleSuccess) handler.handleSuccess(id);
      return decisionOf(behaviour);
    } catch (error) {
      if (handler.handleError) handler.handleError(id, error as Error);
      return hidden(false);
    }
  }

  function within<T>(limit: number, work: () => Promise<T>): Promise<T> {
    if (limit === Infinity) return work();
    return new Promise<T>((resolve, reject) => {
      const cancel = clock.after(limit, () => reject(new Error('Notification handling timed out')));
      work().then(
        (value) => { cancel(); resolve(value); },
        (error) => { cancel(); reject(error); },
      );
    });
  }

  const holder: HandlerHolder = { handler: null, isStarting: true, ask };
  const runTasks = (data: unknown) => {
    const known = [...kept.tasks].filter((name) => executors.has(name));
    if (table.has('expo.task.undefined')) for (const name of [...kept.tasks]) if (!known.includes(name)) kept.tasks.delete(name);
    if (known.length === 0) return null;
    return () => Promise.all(known.map((taskName) => executors.get(taskName)!({
      data, error: null, executionInfo: { eventId: phone.nextId(), taskName, appState: process.isVisible ? 'active' : 'background' },
    })));
  };

  const expo: Expo = {
    Notifications: createNotifications(phone, process, holder),
    TaskManager: {
      defineTask: (name, executor) => void executors.set(name, executor as TaskManagerTaskExecutor<unknown>),
      isTaskDefined: (name) => executors.has(name),
      isTaskRegisteredAsync: (name) => process.call('expo.isTaskRegisteredAsync', [name], () => kept.tasks.has(name)),
    },
    SecureStore: createSecureStore(phone, process),
    Device: { isDevice: true, osName: phone.platform === 'ios' ? 'iOS' : 'Android', osVersion: String(phone.osVersion), modelName: 'Fake phone' },
    Constants: { expoConfig: { version: '1.0.0', extra: { eas: { projectId: 'project' } } }, easConfig: { projectId: 'project' } },
  };

  let pending: UserPress | null = null;
  process.on('expo.response-listener-added', (listener: (response: ReturnType<typeof responseOf>) => void) => {
    const press = pending;
    pending = null;
    if (press) listener(responseOf(phone, press));
  });

  return {
    expo,
    started: () => void (holder.isStarting = false),
    decide: (push: RemotePush) => ask(notificationOf(phone, push)),
    received(code, push) {
      if (code === 'task') return runTasks(taskPayload(phone, push));
      if (code !== 'received-listener') return null;
      return () => void process.emit('expo.received', notificationOf(phone, push));
    },
    pressed(code, press) {
      const response = responseOf(phone, press);
      if (code === 'task') return runTasks(response);
      if (code !== 'response-listener') return null;
      return () => {
        if (process.emit('expo.response', response) === 0) pending = press;
      };
    },
  };
}

const hidden = (isShown: boolean): Decision => ({ isShown, isHeard: isShown, isCounted: isShown });

/** SDK 52 says `shouldShowAlert`, later ones banner and list. */
const decisionOf = (behaviour: NotificationBehavior): Decision => ({
  isShown: Boolean(behaviour.shouldShowBanner || behaviour.shouldShowList || behaviour.shouldShowAlert),
  isHeard: behaviour.shouldPlaySound, isCounted: behaviour.shouldSetBadge,
});
