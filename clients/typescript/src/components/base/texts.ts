import type enEta from '../locales/en-eta.json';
import type enPreferences from '../locales/en-preferences.json';
import en from '../locales/en.json';

export type TextKey = keyof typeof en | keyof typeof enEta | keyof typeof enPreferences;
export type Texts = Readonly<Record<string, string>>;

/** The texts that every language has; a client in English loads no others. Those of later files are added by them. */
export const english: Texts = en;

export const addEnglish = (texts: Texts): void => void Object.assign(english, texts);

const loaded: Record<string, Texts> = { en };

// Data of their own, so that a user loads one language.
const languages: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  de: () => import('../locales/de.json'),
  es: () => import('../locales/es.json'),
  fr: () => import('../locales/fr.json'),
};

/** The language of a tag such as `de-AT`, English where there are no texts of it. */
export function languageOf(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  return language in languages ? language : 'en';
}

/** The texts of a language, once they are loaded. */
export const textsOf = (language: string): Texts | undefined => loaded[language];

/** Loads the texts of a language. Without the network it is English, until the page is loaded again. */
export async function loadTexts(language: string): Promise<void> {
  loaded[language] = await languages[language]!().then((module) => module.default, () => english);
}
