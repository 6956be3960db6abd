/** An app that registers everything its libraries have, and writes down what of it is called. */
export function observedApp() {
  const log = [];
  const held = { native: null };
  const note = (code) => () => void log.push(code);
  const done = (code) => async () => void log.push(code);

  function expo({ Notifications, TaskManager }) {
    TaskManager.defineTask('push', done('task'));
    Notifications.registerTaskAsync('push');
    Notifications.setNotificationHandler({ handleNotification: async () => ({ shouldShowBanner: true, shouldShowList: true, shouldPlaySound: false, shouldSetBadge: true }) });
    Notifications.addNotificationReceivedListener(note('received-listener'));
    Notifications.addNotificationResponseReceivedListener(note('response-listener'));
    Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
    const actions = [
      { identifier: 'yes', buttonTitle: 'Yes', options: { opensAppToForeground: false } },
      { identifier: 'look', buttonTitle: 'Look', options: { opensAppToForeground: true } },
    ];
    Notifications.setNotificationCategoryAsync('NEWS', actions, { customDismissAction: true });
  }

  function firebase({ messaging, notifee }) {
    messaging().onMessage(note('on-message'));
    messaging().setBackgroundMessageHandler(done('background-handler'));
    messaging().onNotificationOpenedApp(note('opened-listener'));
    notifee.onForegroundEvent(note('foreground-event'));
    notifee.onBackgroundEvent(done('background-event'));
    notifee.createChannel({ id: 'news', name: 'News', importance: 4 });
    notifee.setNotificationCategories([{ id: 'NEWS', actions: [{ id: 'yes', title: 'Yes' }, { id: 'look', title: 'Look', foreground: true }] }]);
  }

  /** What the libraries answer when asked, in the process that runs. */
  async function answers(face) {
    const { expo: { Notifications }, firebase: { messaging, notifee } } = held.native;
    if (face === 'expo') return Notifications.getLastNotificationResponse() ? ['last-response'] : [];
    const message = await messaging().getInitialNotification();
    const notification = await notifee.getInitialNotification();
    return [...(message ? ['initial-message'] : []), ...(notification ? ['initial-notification'] : [])];
  }

  return {
    log, held, answers,
    install: (face) => (native) => {
      held.native = native;
      (face === 'expo' ? expo : firebase)(native[face]);
    },
  };
}

const asked = ['last-response', 'initial-message', 'initial-notification'];

/** The codes that are called, in order, and those that are asked. */
export const called = (codes) => codes.filter((code) => !asked.includes(code));
export const answered = (codes) => codes.filter((code) => asked.includes(code));

/** A request of each kind, as Peal's server sends it. */
export function requestOf(face, platform, arrives) {
  const peal = { v: 1, op: arrives === 'notification' || arrives === 'data' ? 'show' : 'sync', id: 'ntf_1', tag: 'tag-1' };
  const notification = { title: 'Title', body: 'Body' };
  if (face === 'expo') {
    if (arrives === 'badge') return { provider: 'apns', headers: { 'apns-push-type': 'alert' }, payload: { aps: { badge: 3 }, peal } };
    if (arrives === 'silent') return { provider: 'expo', payload: { to: 'x', data: { peal }, ...(platform === 'ios' ? { _contentAvailable: true } : {}), priority: 'normal' } };
    const own = platform === 'ios' ? { sound: 'default', badge: 3, interruptionLevel: 'active' } : { channelId: 'news', tag: 'tag-1' };
    return { provider: 'expo', payload: { to: 'x', ...notification, data: { peal }, ...own, categoryId: 'NEWS', collapseId: 'tag-1', priority: 'high' } };
  }
  const data = { peal: JSON.stringify(peal) };
  if (platform === 'android') {
    const shown = arrives === 'notification';
    const text = arrives === 'data' ? { ...notification, tag: 'tag-1', channel: 'news' } : {};
    const android = {
      priority: arrives === 'silent' ? 'NORMAL' : 'HIGH', ttl: '3600s', ...(shown ? { notification: { tag: 'tag-1', channel_id: 'news' } } : {}),
    };
    return { provider: 'fcm', payload: { message: { token: 't', ...(shown ? { notification } : {}), data: { ...data, ...text }, android } } };
  }
  const aps = { notification: { category: 'NEWS', badge: 3, sound: 'default' }, silent: { 'content-available': 1 }, badge: { badge: 3 } }[arrives];
  const headers = { 'apns-push-type': arrives === 'silent' ? 'background' : 'alert', 'apns-collapse-id': 'tag-1' };
  return { provider: 'fcm', payload: { message: { token: 't', ...(arrives === 'notification' ? { notification } : {}), data, apns: { headers, payload: { aps } } } } };
}

/** Brings the app into a state in which it was started before. */
export async function enter(phone, state) {
  await phone.launch();
  if (state === 'background') await phone.home();
  if (state === 'killed') phone.kill();
  if (state === 'swiped-away') phone.swipeAway();
  if (state === 'force-stopped') phone.forceStop();
}
