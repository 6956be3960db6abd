import enEta from './locales/en-eta.json';
import enPreferences from './locales/en-preferences.json';
import { addTexts } from './texts.js';

export * from './board.js';
export { categoriesOf, type CategoryOfRow } from './categories.js';
export { Dates, zoneName } from './Dates.js';
export { grouped, type Group, type GroupBy, type GroupPart } from './groups.js';
export { isolated, knownTag, Locale } from './Locale.js';
export * from './preferences.js';
export * from './replies.js';
export { addTexts, languageOf, languages, textsOf, type TextKey, type Texts, type Translate, type Values } from './texts.js';

// A page loads these together with the elements that show them; an app has all of them from the start.
addTexts('en', { ...enEta, ...enPreferences });
