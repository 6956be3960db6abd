/** A stylesheet that is constructed at its first use: it needs neither a `style` element nor `unsafe-inline`. */
export type Sheet = () => CSSStyleSheet;

export function sheet(text: string): Sheet {
  let made: CSSStyleSheet | undefined;
  return () => {
    if (!made) {
      made = new CSSStyleSheet();
      made.replaceSync(text);
    }
    return made;
  };
}
