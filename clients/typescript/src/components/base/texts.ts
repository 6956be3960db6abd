import de from '../locales/de.json';
import en from '../locales/en.json';
import es from '../locales/es.json';

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<string, string>>;

/** The texts of each language, by key. The build writes their keys once: `Scripts/client-compact`. */
export const texts: Readonly<Record<string, Texts>> = { en, de, es };
