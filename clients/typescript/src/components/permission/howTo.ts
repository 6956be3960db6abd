import type { TextKey } from '../../words/texts.js';

/** How a user allows notifications again in this browser; a page cannot open its settings. */
export function howToAllow(agent = navigator.userAgent, isTouch = navigator.maxTouchPoints > 1): TextKey {
  // An iPad says that it is a Mac.
  if (/iPhone|iPad/.test(agent) || (isTouch && /Macintosh/.test(agent))) return 'permission.howIos';
  return /(Firefox|Chrome)\//.test(agent) ? 'permission.howPage' : 'permission.howSafari';
}
