import type { PealClient } from '../../core/PealClient.js';
import type { Locale } from '../base/locale.js';
import type { CategoryOfRow } from './row.js';

/** Looks categories up by the name that notifications have: as the user chose, else as the catalog says. */
export function categoriesOf(client: PealClient, locale: Locale): (name: string) => CategoryOfRow {
  const own = client.preferences.view.get().value?.categories;
  const configured = client.config.get()?.categories;
  const known = new Map<string, CategoryOfRow>();
  const find = (name: string): CategoryOfRow => {
    const config = configured?.find((one) => one.name === name || one.key === name);
    const key = config?.key ?? name;
    const chosen = own?.[key];
    const isLocked = chosen?.locked || config?.adjustable === false;
    const reason = chosen?.lockReason ? locale.sentence(chosen.lockReason) : locale.text('error.category-locked');
    // The configuration is in the language of the page, the preferences in the user's.
    const shown = config ?? chosen;
    return {
      key,
      title: shown?.title ?? name.replace(/[-_]/g, ' '),
      icon: shown?.icon ?? 'bell',
      canTurnOff: !isLocked && shown !== undefined,
      isOff: chosen?.enabled === false,
      lockReason: isLocked ? reason : null,
    };
  };
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}
