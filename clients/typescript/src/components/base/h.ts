/** What an element shows, as data: `patch` makes the document equal to it and keeps the nodes that it knows. */
export interface Description {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly Child[];
}

/**
 * `key` finds the same node again; `.name` is a property, `onname` a handler, `style` an object set through the CSSOM (so that a
 * policy without `unsafe-inline` holds); all others are attributes.
 */
export type Props = Readonly<Record<string, unknown>>;
export type Child = Description | string | number | null | undefined | false | readonly Child[];

export function h(tag: string, props?: Props | null, ...children: Child[]): Description {
  return { tag, props: props ?? {}, children };
}

type Known = Element & { pealProps?: Props } & Record<string, unknown>;

/** Makes the children of a node equal to a description. A node with the same key and tag stays, so focus stays in it. */
export function patch(parent: Node, children: readonly Child[]): void {
  const wanted: (Description | string)[] = [];
  flatten(children, wanted);
  const left = [...parent.childNodes];
  const nodes = wanted.map((child) => {
    const index = left.findIndex((node) => fits(node, child));
    return index < 0 ? make(child) : left.splice(index, 1)[0]!;
  });
  // First what leaves, then the order: a node that stays is moved only when the order changed, since a move ends its focus.
  for (const node of left) parent.removeChild(node);
  let cursor = parent.firstChild;
  nodes.forEach((node, index) => {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    const child = wanted[index]!;
    if (typeof child === 'string') {
      if (node.nodeValue !== child) node.nodeValue = child;
    } else {
      assign(node as Known, child.props);
      patch(node, child.children);
    }
  });
}

function flatten(children: readonly Child[], into: (Description | string)[]): void {
  for (const child of children) {
    if (Array.isArray(child)) flatten(child as readonly Child[], into);
    else if (typeof child === 'object' && child) into.push(child as Description);
    else if (child || child === 0) into.push(String(child));
  }
}

function fits(node: Node, child: Description | string): boolean {
  if (typeof child === 'string') return node.nodeType === 3;
  return (node as Element).localName === child.tag && (node as Known).pealProps?.['key'] === child.props['key'];
}

function make(child: Description | string): Node {
  if (typeof child === 'string') return document.createTextNode(child);
  const isDrawing = child.tag === 'svg' || child.tag === 'path';
  return isDrawing ? document.createElementNS('http://www.w3.org/2000/svg', child.tag) : document.createElement(child.tag);
}

function assign(node: Known, props: Props): void {
  const old = node.pealProps ?? {};
  for (const name of Object.keys({ ...old, ...props })) {
    const value = props[name];
    // A checkbox changes itself when it is pressed, so it is compared with what it shows.
    if (name === '.checked') {
      if (node['checked'] !== value) node['checked'] = value;
    } else if (value === old[name] || name === 'key') continue;
    else if (name.startsWith('.')) node[name.slice(1)] = value;
    else if (name.startsWith('on')) node[name] = value ?? null;
    else if (name === 'style') {
      const style = (node as unknown as HTMLElement).style;
      for (const [key, one] of Object.entries(value ?? {})) style.setProperty(key, one as string);
    } else {
      // `aria-…` has the words true and false, others are there or not.
      const text = name.startsWith('aria-') ? value : value === true ? '' : value === false ? null : value;
      if (text === undefined || text === null) node.removeAttribute(name);
      else node.setAttribute(name, String(text));
    }
  }
  node.pealProps = props;
}
