import { addTexts, Dates, knownTag, languageOf, Locale, textsOf, type TextKey, type Values } from 'peal-core/words';
import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';

/** The texts of a phone's screens: those of the web, and what only a phone says. */
export type PhoneTextKey = TextKey | keyof typeof en;
export type PhoneTranslate = (key: PhoneTextKey, values?: Values) => string;

const own: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, es, fr };
const merged = new Set<string>();

/** The locale of a tag. A language whose texts the app did not add is English as a whole, never a mixture of both. */
export function phoneLocale(tag: string): Locale {
  const known = knownTag(tag);
  const language = languageOf(known);
  if (!textsOf(language)?.['open']) return phoneLocale('en');
  if (!merged.has(language)) {
    merged.add(language);
    addTexts(language, own[language]!);
  }
  return new Locale(known);
}

/** The language of the phone, as its engine says. */
export const phoneTag = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

/** `22:30` as users of the locale write it. */
export function clockTime(locale: Locale, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Dates(locale, undefined, () => 'UTC').time(Date.UTC(2000, 0, 1, hours, minutes));
}
