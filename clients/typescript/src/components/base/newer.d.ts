/** What browsers have and TypeScript 4.8's library does not know. */
interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
  togglePopover(force?: boolean): boolean;
}

interface Element {
  checkVisibility(): boolean;
}

interface ToggleEvent extends Event {
  readonly newState: 'open' | 'closed';
}
