/** A phone by its system and its libraries: each scenario runs on all of them. */
export const faces = [
  { platform: 'android', face: 'firebase', provider: 'fcm' },
  { platform: 'ios', face: 'firebase', provider: 'fcm' },
  { platform: 'android', face: 'expo', provider: 'expo' },
  { platform: 'ios', face: 'expo', provider: 'expo' },
].map((one) => ({ ...one, name: `${one.face} on ${one.platform}` }));

const string = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) =>
  [key, typeof value === 'string' ? value : JSON.stringify(value)]));

/** A request to the push service for what a scenario says arrives, in the form that the server gives it (docs/payload.md). */
export function requestOf({ provider, platform }, { title, body, peal, ...others }) {
  const isShown = title !== undefined;
  const { tag, actions = [] } = peal ?? {};
  const data = { ...others.data, ...(peal === undefined ? {} : { peal }) };
  if (provider === 'expo') {
    return { provider, payload: { to: 'phone', ...(isShown ? { title, body } : { _contentAvailable: true }), ...(tag ? { tag, collapseId: tag } : {}), data } };
  }
  const token = 'phone';
  if (platform === 'ios') {
    const aps = isShown ? { alert: { title, body } } : { 'content-available': 1 };
    const headers = tag ? { 'apns-collapse-id': tag } : {};
    return { provider, payload: { message: { token, data: string(data), apns: { headers, payload: { aps } } } } };
  }
  const isOwn = isShown && actions.length > 0;
  return {
    provider,
    payload: {
      message: {
        token, data: string({ ...data, ...(isOwn ? { title, body, ...(tag ? { tag } : {}) } : {}) }),
        android: { priority: isOwn ? 'HIGH' : 'NORMAL', ...(isShown && !isOwn ? { notification: { ...(tag ? { tag } : {}) } } : {}) },
        ...(isShown && !isOwn ? { notification: { title, body } } : {}),
      },
    },
  };
}

/** A notification that is on the screen from before, as each of the libraries knows it. */
export function shownOf({ face, platform }, { id, tag = id, title = 'A title', body = 'A body', link, entity, action, category }) {
  const peal = {
    v: 1, op: 'show', id, type: 't', category: 'c', priority: 'normal', ...(link === undefined ? {} : { link }),
    ...(entity === undefined ? {} : { entity }), actions: action ? [{ title: action.id, kind: 'open-app', ...action }] : [],
  };
  const buttons = action ? [{ id: action.id, title: action.id, opensApp: action.kind === 'open-app' || !!action.link, hasText: false }] : [];
  const base = { title, body, buttons, sound: null, isFullScreen: false, at: 0 };
  const push = { provider: face === 'expo' ? 'expo' : 'fcm', arrives: 'notification', messageId: tag, title, body, tag, isHigh: true, userInfo: {}, sentAt: 0 };
  const data = face === 'expo' ? { peal } : { peal: JSON.stringify(peal), title, body };
  if (platform === 'ios') {
    return { ...base, key: tag, id: tag, tag: null, category, drawnBy: 'system', source: { ...push, category, data, userInfo: { aps: {}, body: { peal }, ...data } } };
  }
  if (face === 'expo') return { ...base, key: `0/${tag}`, id: '0', tag, drawnBy: 'library', source: { ...push, data } };
  if (!action) return { ...base, key: `0/${tag}`, id: '0', tag, drawnBy: 'system', source: { ...push, data } };
  const open = { id: 'default', launchActivity: 'default' };
  const actions = buttons.map(({ title: text, id: name, opensApp }) => ({ title: text, pressAction: opensApp ? { ...open, id: name } : { id: name } }));
  return { ...base, key: tag, id: tag, tag: null, drawnBy: 'app', source: { id: tag, title, body, data, android: { channelId: 'c', pressAction: open, actions } } };
}
