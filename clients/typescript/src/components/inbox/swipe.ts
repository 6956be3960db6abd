const START = 12;
const PART = 0.38;

/** Lets a finger push a row aside to delete it: the row's card follows the finger and, released early, comes back. */
export function swipeable(root: HTMLElement | ShadowRoot, deleted: (id: string) => void): void {
  let start: { x: number; y: number; row: HTMLElement } | null = null;
  let moved = 0;
  let isSwiping = false;

  const card = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>('.card')!;
  const on = (type: string, handler: (event: PointerEvent) => void): void =>
    root.addEventListener(type, handler as EventListener);

  on('pointerdown', (event) => {
    const row = (event.target as Element).closest<HTMLElement>('.row:not(.critical)');
    if (row && event.pointerType === 'touch' && event.isPrimary) start = { x: event.clientX, y: event.clientY, row };
  });
  on('pointermove', (event) => {
    if (!start || !event.isPrimary) return;
    moved = event.clientX - start.x;
    if (!isSwiping) {
      if (Math.abs(event.clientY - start.y) > START) start = null;
      if (!start || Math.abs(moved) < START) return;
      isSwiping = true;
      start.row.setPointerCapture(event.pointerId);
      start.row.classList.add('swiping');
    }
    card(start.row).style.transform = `translateX(${moved}px)`;
  });
  const end = (event: PointerEvent): void => {
    if (!start) return;
    const { row } = start;
    start = null;
    if (!isSwiping) return;
    isSwiping = false;
    // The click that ends a swipe does not open the row.
    const swallow = (click: Event): void => click.stopPropagation();
    row.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => {
      row.classList.remove('swiping');
      row.removeEventListener('click', swallow, { capture: true });
    });
    card(row).style.transform = '';
    if (event.type === 'pointerup' && Math.abs(moved) > row.clientWidth * PART) deleted(row.dataset['row']!);
  };
  on('pointerup', end);
  on('pointercancel', end);
}
