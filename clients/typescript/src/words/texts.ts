import type enEta from './locales/en-eta.json';
import type enPreferences from './locales/en-preferences.json';
import en from './locales/en.json';

export type TextKey = keyof typeof en | keyof typeof enEta | keyof typeof enPreferences;
export type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;
/** The text of a key with its values, in the user's language. */
export type Translate = (key: TextKey, values?: Values) => string;

/** The languages that there are texts of. English is always there; a client adds the others that its users need. */
export const languages = ['en', 'de', 'es', 'fr'] as const;

const added: Record<string, Texts> = { en };

/** The language of a tag such as `de-AT`, English where there are no texts of it. */
export function languageOf(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  return (languages as readonly string[]).includes(language) ? language : 'en';
}

/** The texts of a language; absent until they are added. */
export const textsOf = (language: string): Texts | undefined => added[language];

/** Adds texts of a language: all of them, or those of a part that is loaded later. A `Locale` that was made before keeps its own. */
export function addTexts(language: string, texts: Texts): void {
  added[language] = { ...added[language], ...texts };
}
