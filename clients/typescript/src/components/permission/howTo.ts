import type { TextKey } from '../base/locale.js';

/** How a user allows notifications again in this browser; a page cannot open its settings. */
export function howToAllow(agent = navigator.userAgent, isTouchMac = navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent)): TextKey {
  if (/iPhone|iPad/.test(agent) || isTouchMac) return 'permission.howIos';
  return /(Firefox|Chrome)\//.test(agent) ? 'permission.howPage' : 'permission.howSafari';
}
