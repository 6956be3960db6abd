import { h, type Child, type Description, type Props } from './h.js';
import { icon } from './icons.js';

/** A button; `kind` is `primary`, `quiet`, `danger` or none. */
export function button(kind: string, onclick: (event: Event) => void, props: Props, ...children: Child[]): Description {
  const look = { class: ('btn ' + kind).trim(), part: kind.split(' ')[0] || 'button' };
  return h('button', { type: 'button', ...look, onclick, ...props }, ...children);
}

/** A button that shows an icon and at most a number next to it. */
export function iconButton(name: string, label: string, onclick: (event: Event) => void, props: Props = {}, ...more: Child[]): Description {
  return h('button', { type: 'button', class: 'round', 'aria-label': label, title: label, onclick, ...props }, icon(name), ...more);
}

/** What a list shows in place of rows: nothing there, an error, no network. */
export function stateView(name: string, title: string, detail: string | null, action?: Child): Description {
  return h('div', { key: 'state', class: 'state', part: 'state' }, icon(name), h('strong', null, title),
    detail && h('p', { class: 'soft small' }, detail), action);
}

/** A line above the content that says in which mode it is shown. */
export function notice(kind: '' | 'warn' | 'bad', key: string, text: string, ...children: Child[]): Description {
  return h('div', { key: 'notice-' + key, class: ('notice ' + kind).trim(), part: 'notice' },
    h('span', { class: 'grow' }, text), ...children);
}

/**
 * Keeps a dialog open as long as it is described; `onclose` is called when the user closes it. What is read out with its name is the
 * part with the id `<key>-text`, where there is one.
 */
export function dialog(key: string, label: string, onclose: () => void, ...children: Child[]): Description {
  return h('dialog', { key, 'aria-label': label, 'aria-describedby': key + '-text', part: 'dialog', onclose }, ...children);
}

/** Closes the dialog of a button; the focus goes back to where it was. */
export function closeDialog(event: Event): void {
  (event.target as Element).closest('dialog')?.close();
}

const opened = new WeakSet<Element>();

/** Opens the dialogs that were just described. One that the user closed stays closed until its description leaves. */
export function openDialogs(root: ParentNode): void {
  for (const one of root.querySelectorAll('dialog')) {
    if (!opened.has(one)) one.showModal();
    opened.add(one);
  }
}
