import type { Platform } from '../core/platform.js';

/** What the site has to change, by the event or the code of a failure. */
const advice: Readonly<Record<string, string>> = {
  'token.refused': 'Peal refuses the token: sign it with the app\'s key, with `aud`, `sub` and `exp` (docs/identity.md).',
  'token.failed': '`token` or `token-url` has to answer within 30 seconds: `null` or 401 while nobody is signed in.',
  'worker-without-peal': 'The site\'s service worker does not include Peal: add importScripts("https://<peal>/peal-sw.js").',
  'no-vapid-key': 'The app has no VAPID key for browsers: configure its provider `webpush`.',
};

/** Writes a warning once when the site can fix its cause; everything else only while debugging. Never a token or a title. */
export function consoleLog(isDebug: boolean, to: Pick<Console, 'info' | 'warn'> = console): NonNullable<Platform['log']> {
  const given = new Set<string>();
  return (event, detail = {}) => {
    const text = advice[event] || advice[String(detail.code)];
    if (text && !given.has(text)) to.warn('[peal] ' + text, detail);
    else if (isDebug) to.info('[peal] ' + event, detail);
    if (text) given.add(text);
  };
}
