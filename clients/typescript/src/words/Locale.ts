import { languageOf, textsOf, type TextKey, type Texts, type Values } from './texts.js';

/** The texts of a language that was added. */
export class Locale {
  /** The language of the texts. */
  readonly language: string;
  private readonly texts: Texts;

  /** @param tag The user's language, such as `de-AT`: dates and numbers are written as there. */
  constructor(readonly tag: string) {
    this.language = languageOf(tag);
    this.texts = textsOf(this.language) || {};
  }

  /** The text of a key; of "one | many" `count` selects the form, by the rules of the language. */
  readonly text = (key: TextKey, values: Values = {}): string => {
    const [one, many] = (this.texts[key] || englishOf(key)!).split(' | ');
    const form = many && !isOne(this.language, Number(values['count'])) ? many : one!;
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? value.toLocaleString(this.tag, plain as object) : isolated(value);
    });
  };

  /** A sentence of the server that is not in the user's language, such as the reason of a lock. */
  sentence(text: string): string {
    return this.texts[text] || text;
  }

  /** An error in the user's words. */
  readonly explain = (error: unknown): string => {
    const key = `error.${(error as { code?: unknown } | null)?.code}`;
    return this.text(englishOf(key) ? (key as TextKey) : 'error.other');
  };
}

const englishOf = (key: string): string | undefined => textsOf('en')![key];

/**
 * Whether a language has the singular for a number: as Unicode's rules have it for the languages of the texts, since
 * `Intl.PluralRules` is not in every engine of phones. French counts 0 as one.
 */
const isOne = (language: string, count: number): boolean => (language === 'fr' ? count < 2 : count === 1);

/** All texts are in Latin letters, so digits are Latin and days Gregorian, whatever the user's language says. */
export const plain = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** A value for a text: isolated where letters of it run from right to left, so that they do not reorder the sentence. */
export const isolated = (value: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;

/** A tag that the runtime writes dates of. What is given may be anything, such as the locale of POSIX or of Android. */
export function knownTag(tag: string | null | undefined): string {
  const name = (tag || 'en').split(/[.@,;]/)[0]!.replace(/_#?/g, '-');
  for (const part of [name, name.split('-')[0]!]) {
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(part);
      if (known) return known;
    } catch {
      // The language alone is tried next.
    }
  }
  return 'en';
}
