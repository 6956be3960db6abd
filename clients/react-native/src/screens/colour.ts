type Channels = readonly [number, number, number];

function channels(hex: string): Channels {
  const digits = hex.slice(1);
  const full = digits.length < 6 ? [...digits].map((one) => one + one).join('') : digits;
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as unknown as Channels;
}

/** So much of the first colour and the rest of the second. Both are `#rrggbb` or `#rgb`. */
export function mix(first: string, second: string, part: number): string {
  const other = channels(second);
  const mixed = channels(first).map((one, at) => Math.round(one * part + other[at]! * (1 - part)));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on the colour: both have a contrast of 4.58 at a luminance of .179. */
export const onColour = (colour: string): string => (luminance(colour) > 0.179 ? '#0c1222' : '#ffffff');

/** The colour, moved towards the ink until text in it is read on the surface. */
export function readable(colour: string, ink: string, surface: string): string {
  for (let part = 1; part > 0; part -= 0.1) {
    const found = mix(colour, ink, part);
    if (contrast(found, surface) >= 5) return found;
  }
  return ink;
}
