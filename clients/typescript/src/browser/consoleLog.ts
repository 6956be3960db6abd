import type { Platform } from '../core/platform.js';

/** What the site has to change, by the event or the code of a failure. */
const advice: Readonly<Record<string, string>> = {
  'token.refused': 'Peal refuses the token of this user. Sign it with a key of the app, with the app as `aud`, the user as `sub` '
    + 'and `exp` in the future: docs/identity.md.',
  'token.failed': 'The token of the user could not be read. `token`, or the address in `token-url`, has to answer within '
    + '30 seconds: with `null`, or with status 401, while nobody is signed in.',
  'worker-without-peal': 'The service worker of this site does not include Peal. Add `importScripts("https://<peal>/peal-sw.js")`.',
  'no-vapid-key': 'Peal has no VAPID key for this app, so browsers cannot receive its pushes. Configure the provider `webpush`.',
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
