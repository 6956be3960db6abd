/** Why a scenario is not one of phones; `null` for those that are. */
export function reasonNot({ name, title, world, steps }, { platform, face }) {
  const acts = steps.flatMap((step) => Object.keys(step));
  const clients = [world, ...Object.values(world.clients ?? {}).filter(Boolean)];
  const has = (name, test = (value) => value !== undefined) => clients.some((client) => test(client[name]));
  if (has('tabOf')) return 'tabs of a browser';
  if (acts.includes('reload')) return 'a page that is loaded again';
  if (acts.includes('visible') || has('visible')) return 'a page that is open and not seen';
  if (has('push', (value) => value === 'webpush' || value === 'none')) return 'a browser';
  if (has('settings', (value) => value === false)) return 'a browser without settings that it can open';
  if (steps.some(({ press, background }) => (press ?? background?.press) && !(press ?? background?.press).action)) {
    return 'a press of the text without a screen: on a phone it opens the app';
  }
  if (name === 'Another address is named by the device itself') return 'another address while no process of the app is there';
  const isDismissed = steps.some(({ dismiss, background }) => dismiss || background?.dismissed);
  if (isDismissed && face === 'expo' && platform === 'android') return 'expo-notifications reports no dismissal on Android';
  const isQuiet = platform === 'ios' || face === 'expo';
  if (isQuiet && (name.startsWith('A push that the system shows is reported') || title.includes('[received, '))) {
    return 'no code of the app runs for a push that the system draws: the next `sync` reports it';
  }
  if (isQuiet && name.startsWith('A notification whose id cannot be read from the screen')) return 'only what FCM draws on Android hides its id';
  if (platform === 'ios' && name.endsWith('of a device that may not be notified as well')) return 'iOS shows no number without a permission';
  if (platform === 'ios' && face === 'expo' && name.startsWith('A reply that needs the session ends with its time')) return 'iOS waits for no listener';
  if (platform === 'ios' && name === 'A tap opens without a network, and is reported later') return 'iOS says “no network” for a minute after the app came back';
  if (platform === 'android' && name.startsWith('A provisional permission')) return 'Android has no provisional permission';
  if (platform === 'android' && (name.startsWith('Denied: the inbox') || name.startsWith('After a milestone: a denial'))) {
    return 'Android asks once more after the first refusal';
  }
  return null;
}

/** Parts of an `expect` that mean nothing on a phone. */
export function ignored(name, device) {
  // The number on an icon of Android is the launcher's, which counts what is shown.
  if (name === 'badge') return device.face.platform === 'android';
  // While the app is on the screen, the reply is confirmed there.
  if (name === 'confirmations') return device.phone.state === 'foreground';
  return false;
}
