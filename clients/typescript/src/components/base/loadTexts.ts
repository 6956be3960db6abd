import { addTexts, type Texts } from '../../words/texts.js';

// Data of their own, so that a user loads one language.
const files: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  de: () => import('../../words/locales/de.json'),
  es: () => import('../../words/locales/es.json'),
  fr: () => import('../../words/locales/fr.json'),
};

/** Loads the texts of a language. Without the network it is English, until the page is loaded again. */
export async function loadTexts(language: string): Promise<void> {
  addTexts(language, await files[language]!().then((module) => module.default, () => ({})));
}
