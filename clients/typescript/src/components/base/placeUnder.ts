const GAP = 8;

/** Puts a panel of the top layer under its button, inside the window; the panel's CSS limits its size. */
export function placeUnder(button: Element, panel: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const left = Math.max(GAP, Math.min(isRightToLeft ? at.left : at.right - width, innerWidth - width - GAP));
  const below = at.bottom + GAP;
  const top = below + height <= innerHeight - GAP ? below : Math.max(GAP, Math.min(below, innerHeight - height - GAP));
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}
