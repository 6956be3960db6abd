/** The few words of the adapter itself; screens take theirs from `peal-core/words`. */
const texts: Readonly<Record<string, readonly [more: string, replies: string]>> = {
  de: ['Mehr…', 'Antworten'], en: ['More…', 'Replies'], es: ['Más…', 'Respuestas'], fr: ['Plus…', 'Réponses'],
};

const of = (locale: string | undefined): readonly [string, string] => texts[(locale || 'en').slice(0, 2).toLowerCase()] || texts['en']!;

/** The button that opens the app, where all answers are. */
export const moreText = (locale: string | undefined): string => of(locale)[0];

/** The channel of confirmations. */
export const repliesText = (locale: string | undefined): string => of(locale)[1];
