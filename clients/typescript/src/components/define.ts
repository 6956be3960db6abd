import { PealBell } from './bell/PealBell.js';
import { PealEtaButton } from './eta/PealEtaButton.js';
import { PealHostBoard } from './eta/PealHostBoard.js';
import { PealInbox } from './inbox/PealInbox.js';
import { PealPermission } from './permission/PealPermission.js';
import { PealPreferences } from './preferences/PealPreferences.js';
import { PealQuickReply } from './reply/PealQuickReply.js';
import { PealToast } from './toast/PealToast.js';

/** The elements by their tags. */
export const elements = {
  'peal-bell': PealBell,
  'peal-eta-button': PealEtaButton,
  'peal-host-board': PealHostBoard,
  'peal-inbox': PealInbox,
  'peal-permission': PealPermission,
  'peal-preferences': PealPreferences,
  'peal-quick-reply': PealQuickReply,
  'peal-toast': PealToast,
} as const;

/** Makes the tags known to the page; twice does no harm, as two scripts may load this module. */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return;
  for (const [tag, element] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}
