import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';

const locales: Readonly<Record<string, typeof en>> = { de, en, es, fr };

/** The worker's own few words, in the app's language. */
export const textsFor = (locale: string): typeof en => locales[locale.toLowerCase().split(/[-_]/)[0]!] || en;
