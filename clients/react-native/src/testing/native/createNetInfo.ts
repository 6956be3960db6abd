import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import type { Native } from './Native.js';

export function createNetInfo(phone: PhoneContext, process: AppProcess): Native['NetInfo'] {
  const { network, table } = phone;
  let isKnown = !table.has('netinfo.null-first');
  const state = () => {
    const isConnected = isKnown ? network.isSaidOnline : null;
    return { type: isConnected === null ? 'unknown' : isConnected ? 'wifi' : 'none', isConnected, isInternetReachable: isConnected, details: null };
  };
  const determine = (): Promise<void> => process.during(Promise.resolve()).then(() => void (isKnown = true));
  const stop = network.onChange(() => {
    if (!process.isAlive) stop();
    else if (isKnown) process.emit('netinfo', state());
  });
  return {
    addEventListener: (listener) => {
      const remove = process.on('netinfo', listener);
      const wasKnown = isKnown;
      listener(state());
      if (!wasKnown) determine().then(() => process.emit('netinfo', state()));
      return () => remove();
    },
    fetch: () => process.call('NetInfo.fetch', [], state),
    refresh: () => process.call('NetInfo.refresh', [], async () => {
      await determine();
      return state();
    }),
  };
}
