import { english, languageOf, textsOf, type TextKey, type Texts } from './texts.js';

export type { TextKey };
export type Values = Readonly<Record<string, string | number>>;

/** The texts of a language that is loaded. */
export class Locale {
  /** The language of the texts. */
  readonly language: string;
  private readonly texts: Texts;
  private readonly plural: Intl.PluralRules;

  /** @param tag The page's language, such as `de-AT`: dates and numbers are written as there. */
  constructor(readonly tag: string) {
    this.language = languageOf(tag);
    this.texts = textsOf(this.language) || english;
    this.plural = new Intl.PluralRules(this.language);
  }

  /** The text of a key; of "one | many" `count` selects the form, by the rules of the language. */
  text(key: TextKey, values: Values = {}): string {
    const [one, many] = (this.texts[key] || english[key]!).split(' | ');
    const form = many && this.plural.select(Number(values['count'])) !== 'one' ? many : one!;
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? value.toLocaleString(this.tag, plain as object) : isolated(value);
    });
  }

  /** A sentence of the server that is not in the user's language, such as the reason of a lock. */
  sentence(text: string): string {
    return this.texts[text] || text;
  }
}

/** All texts are in Latin letters, so digits are Latin and days Gregorian, whatever the page's language says. */
export const plain = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** A value for a text: isolated where letters of it run from right to left, so that they do not reorder the sentence. */
export const isolated = (value: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;

/** A tag that the runtime knows. A page's `lang` may hold anything, such as the locale of POSIX or of Android. */
export function knownTag(tag: string | null | undefined): string {
  const name = (tag || 'en').split(/[.@,;]/)[0]!.replace(/_#?/g, '-');
  for (const part of [name, name.split('-')[0]]) {
    try {
      return new Intl.Locale(part!).toString();
    } catch {
      // The language alone is tried next.
    }
  }
  return 'en';
}
