import { mix, onColour, readable } from './colour.js';

/** A colour with a meaning: as text, behind that text, and as a dot or a bar. */
export interface Tone {
  readonly ink: string;
  readonly background: string;
  readonly fill: string;
}

export interface Colours {
  readonly ink: string;
  /** Text of less weight. */
  readonly soft: string;
  /** Behind boxes and rows. */
  readonly page: string;
  readonly surface: string;
  readonly sunken: string;
  readonly line: string;
  /** The outline of what can be pressed. */
  readonly edge: string;
  readonly accent: string;
  readonly onAccent: string;
  /** The accent as text. */
  readonly link: string;
  readonly tint: string;
  readonly green: Tone;
  readonly yellow: Tone;
  readonly red: Tone;
  readonly gray: Tone;
  readonly backdrop: string;
}

export type TextKind = 'title' | 'body' | 'small' | 'tiny';

export interface Theme {
  readonly colours: Colours;
  /** Points between parts, from the smallest to the largest. */
  readonly space: { readonly xs: number; readonly s: number; readonly m: number; readonly l: number; readonly xl: number };
  readonly radius: { readonly s: number; readonly m: number; readonly round: number };
  /** Four sizes of text; the system's text size multiplies them. */
  readonly type: Readonly<Record<TextKind, number>>;
  readonly fontFamily?: string;
  /** The smallest height of what can be pressed: 44 points are what iOS asks for, 48 what Android does. */
  readonly target: number;
}

/** What an app changes of a theme. One `accent` is enough for a brand: what depends on it follows. */
export interface ThemeChange extends Partial<Omit<Theme, 'colours' | 'space' | 'radius' | 'type'>> {
  readonly colours?: Partial<Colours>;
  readonly space?: Partial<Theme['space']>;
  readonly radius?: Partial<Theme['radius']>;
  readonly type?: Partial<Theme['type']>;
}

export type Scheme = 'light' | 'dark';

const base = {
  light: {
    ink: '#15181e', surface: '#ffffff', accent: '#2f55c8', backdrop: 'rgba(8, 10, 14, 0.45)',
    green: { ink: '#0b6b42', background: '#e0f3e9', fill: '#1d9a61' },
    yellow: { ink: '#7d4c00', background: '#fcefd3', fill: '#e8a511' },
    red: { ink: '#a52a20', background: '#fce6e3', fill: '#d0392d' },
  },
  dark: {
    ink: '#eceef2', surface: '#16181d', accent: '#94b2ff', backdrop: 'rgba(0, 0, 0, 0.6)',
    green: { ink: '#6bd9a3', background: '#143527', fill: '#41c286' },
    yellow: { ink: '#f2bd66', background: '#38290e', fill: '#f0b445' },
    red: { ink: '#ffa097', background: '#401d19', fill: '#f4766a' },
  },
} as const;

/** The theme of a scheme with what the app changes. */
export function themeOf(scheme: Scheme, change: ThemeChange = {}): Theme {
  const { colours, space, radius, type, ...rest } = change;
  const { ink, surface, accent, ...others } = { ...base[scheme], ...colours };
  const soft = mix(ink, surface, 0.68);
  const sunken = mix(ink, surface, 0.07);
  return {
    colours: {
      ink, surface, accent, soft, sunken,
      page: scheme === 'light' ? mix(ink, surface, 0.045) : mix('#000000', surface, 0.45),
      line: mix(ink, surface, 0.13),
      edge: mix(ink, surface, 0.5),
      onAccent: onColour(accent),
      link: readable(accent, ink, surface),
      tint: mix(accent, surface, 0.12),
      gray: { ink: soft, background: sunken, fill: mix(ink, surface, 0.34) },
      ...others,
      ...colours,
    },
    space: { xs: 4, s: 8, m: 12, l: 16, xl: 24, ...space },
    radius: { s: 8, m: 14, round: 999, ...radius },
    type: { title: 22, body: 16, small: 14, tiny: 12, ...type },
    target: 48,
    ...rest,
  };
}
