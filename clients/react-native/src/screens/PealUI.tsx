import { createContext, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import { useColorScheme } from 'react-native';
import { usePeal } from 'peal-core/hooks';
import { Dates, type Locale } from 'peal-core/words';
import { defaultComponents } from './defaultComponents.js';
import type { Components } from './components.js';
import { phoneLocale, phoneTag, type PhoneTranslate } from './texts.js';
import { themeOf, type Scheme, type Theme, type ThemeChange } from './theme.js';

export interface PealUIProps {
  /** Changes of both themes. */
  readonly theme?: ThemeChange;
  readonly light?: ThemeChange;
  readonly dark?: ThemeChange;
  /** The system's where it is absent. */
  readonly scheme?: Scheme;
  readonly ui?: Partial<Components>;
  /** The user's language, such as `de-AT`; the phone's where it is absent. */
  readonly locale?: string;
  readonly children?: ReactNode;
}

type Settings = Omit<PealUIProps, 'children'>;

/** What every part of a screen draws with. */
export interface UI {
  readonly theme: Theme;
  readonly components: Components;
  readonly locale: Locale;
  readonly dates: Dates;
  readonly t: PhoneTranslate;
  /** An error in the user's words. */
  readonly explain: (error: unknown) => string;
}

const SettingsContext = createContext<Settings>({});

/** Sets theme, parts and language of the screens inside. Without it they follow the system. */
export function PealUI({ children, theme, light, dark, scheme, ui, locale }: PealUIProps): ReactElement {
  const value = useMemo(() => ({ theme, light, dark, scheme, ui, locale }), [theme, light, dark, scheme, ui, locale]);
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>;
}

/** Both changes of a theme; of each group, what the second sets counts. */
function joined(first: ThemeChange = {}, second: ThemeChange = {}): ThemeChange {
  return {
    ...first, ...second,
    colours: { ...first.colours, ...second.colours },
    space: { ...first.space, ...second.space },
    radius: { ...first.radius, ...second.radius },
    type: { ...first.type, ...second.type },
  };
}

export function useUI(): UI {
  const { theme, light, dark, scheme, ui, locale: tag } = useContext(SettingsContext);
  const system = useColorScheme() === 'dark' ? 'dark' : 'light';
  const peal = usePeal();
  const shown = scheme ?? system;
  return useMemo(() => {
    const locale = phoneLocale(tag ?? phoneTag());
    return {
      theme: themeOf(shown, joined(theme, shown === 'dark' ? dark : light)),
      components: { ...defaultComponents, ...ui },
      locale,
      dates: new Dates(locale, () => peal?.now() ?? Date.now(), () => peal?.timeZone),
      // Keys of a phone's texts are added to those of the locale.
      t: locale.text as PhoneTranslate,
      explain: locale.explain,
    };
  }, [shown, theme, light, dark, ui, tag, peal]);
}
