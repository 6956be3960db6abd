import type { ClientConfig } from '../core/model/ClientConfig.js';
import type { NotificationPreferences } from '../core/model/Preferences.js';
import type { Locale } from './Locale.js';

/** What a row shows of its category, and what the user may do about it. */
export interface CategoryOfRow {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  readonly canTurnOff: boolean;
  readonly isOff: boolean;
  readonly lockReason: string | null;
}

/** Looks categories up by the name that notifications have: as the user chose, else as the catalog says. */
export function categoriesOf(
  config: ClientConfig | null, preferences: NotificationPreferences | null, locale: Locale,
): (name: string) => CategoryOfRow {
  const known = new Map<string, CategoryOfRow>();
  const find = (name: string): CategoryOfRow => {
    const configured = config?.categories?.find((one) => one.name === name || one.key === name);
    const key = configured?.key ?? name;
    const chosen = preferences?.categories[key];
    const isLocked = chosen?.locked || configured?.adjustable === false;
    const reason = chosen?.lockReason ? locale.sentence(chosen.lockReason) : locale.text('error.category-locked');
    // The configuration is in the language of the app, the preferences in the user's.
    const shown = configured ?? chosen;
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
