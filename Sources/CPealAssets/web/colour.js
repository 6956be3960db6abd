// The app's colour.

/** Sets the app's colour and the text colour that stays readable on it. */
export function paint(accent) {
  const colour = /^#[0-9a-f]{6}$/iu.test(accent ?? "") ? accent : "#3d5a80";
  const linear = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  document.documentElement.style.setProperty("--accent", colour);
  document.documentElement.style.setProperty("--on-accent", luminance > 0.179 ? "#111318" : "#ffffff");
}
