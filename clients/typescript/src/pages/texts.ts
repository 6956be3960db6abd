import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';

const locales: Readonly<Record<string, typeof en>> = { de, en, es, fr };

/** The language of a tag such as `de-AT`, English where the pages have no texts of it. */
export function languageFor(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  return language in locales ? language : 'en';
}

export const textsFor = (language: string): typeof en => locales[language]!;
