import type { PhoneContext } from '../Context.js';
import type { Tokens } from '../Options.js';

/** A token, or what a phone does in place of one. */
export async function token(phone: PhoneContext, kind: keyof Tokens): Promise<string> {
  const { options, platform, network, received, table, tokens } = phone;
  received.tokens.push(kind);
  if (platform === 'android' && table.has('token.needs-google')) {
    if (options.googleServices === 'refused') throw new Error('SERVICE_NOT_AVAILABLE');
    if (options.googleServices === 'hanging') return new Promise<string>(() => undefined);
  }
  if (platform === 'android' && options.isExpoGo && phone.expoSdk >= table.limit('expo.go.no-push', Infinity)) {
    throw new Error('push notifications were removed from Expo Go; use a development build');
  }
  if (!network.isOnline) {
    if (phone.face === 'expo' && table.has('expo.token.offline-hangs')) return new Promise<string>(() => undefined);
    throw new Error('no network');
  }
  return tokens.get(kind);
}
