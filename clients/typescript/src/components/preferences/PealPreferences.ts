import type { PealClient } from '../../core/PealClient.js';
import type { Store } from '../../core/createStore.js';
import { LazyElement, type Host, type Part } from '../base/LazyElement.js';

type Code = typeof import('./peal-preferences.js');

/** Loads the code of the preference centre; once for the page. */
export const preferencesCode = (): Promise<Code> => import('./peal-preferences.js');

/** The preference centre. Few visits of a page show it. */
export class PealPreferences extends LazyElement<Code> {
  protected override code(): Promise<Code> {
    return preferencesCode();
  }

  protected override create({ Preferences }: Code, host: Host): Part {
    return new Preferences(host);
  }

  protected override stores(client: PealClient): readonly Store<unknown>[] {
    return [client.preferences.view, client.permission.view, client.config, client.inbox.view];
  }
}
