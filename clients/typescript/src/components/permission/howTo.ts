import type { TextKey } from '../base/locale.js';

/** How a user allows notifications again in this browser; a page cannot open its settings. */
export function howToAllow(agent = navigator.userAgent, isTouchMac = navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent)): TextKey {
  if (/iPhone|iPad/.test(agent) || isTouchMac) return 'permission.howIos';
  if (/Firefox\//.test(agent)) return 'permission.howFirefox';
  if (/Android/.test(agent)) return 'permission.howAndroid';
  if (/Chrome\//.test(agent)) return 'permission.howChrome';
  return 'permission.howSafari';
}
