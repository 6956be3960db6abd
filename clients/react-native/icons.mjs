// Draws the web's icons as a small picture, since React Native has no SVG of its own: node icons.mjs writes src/screens/icons.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const SIZE = 48;
const SCALE = SIZE / 24;
/** Two bits for each pixel: four levels of cover. */
const LEVELS = 3;
const here = new URL('.', import.meta.url);
const source = readFileSync(new URL('../typescript/src/components/base/icons.ts', here), 'utf8');
const paths = [...source.matchAll(/^ {2}'?([\w-]+)'?: '([^']+)',$/gm)].map(([, name, path]) => [name, path]);

/** The lines of a path, curves and arcs in short pieces. */
function segmentsOf(path) {
  const tokens = path.match(/[a-zA-Z]|-?(?:\d*\.\d+|\d+)/g);
  const lines = [];
  let at = [0, 0], start = [0, 0], command = '', control = null, index = 0;
  const to = (point) => { lines.push([at, point]); at = point; };
  const number = () => Number(tokens[index++]);
  const flag = () => {
    // Flags may be written together: "01".
    const token = tokens[index];
    if (token.length > 1) tokens[index] = token.slice(1);
    else index++;
    return Number(token[0]);
  };
  while (index < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[index])) command = tokens[index++];
    const relative = command === command.toLowerCase();
    const point = () => { const [x, y] = [number(), number()]; return relative ? [at[0] + x, at[1] + y] : [x, y]; };
    const kind = command.toLowerCase();
    if (kind === 'z') { to(start); continue; }
    if (kind === 'm') { at = start = point(); command = relative ? 'l' : 'L'; continue; }
    if (kind === 'l') to(point());
    else if (kind === 'h') { const x = number(); to([relative ? at[0] + x : x, at[1]]); }
    else if (kind === 'v') { const y = number(); to([at[0], relative ? at[1] + y : y]); }
    else if (kind === 'c' || kind === 's') {
      const first = kind === 'c' ? point() : control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;
      const second = point(), end = point(), from = at;
      for (let step = 1; step <= 16; step++) {
        const t = step / 16, u = 1 - t;
        to([0, 1].map((axis) => u ** 3 * from[axis] + 3 * u * u * t * first[axis] + 3 * u * t * t * second[axis] + t ** 3 * end[axis]));
      }
      control = second;
      continue;
    } else if (kind === 'a') {
      let [rx, ry] = [number(), number()];
      number();
      const large = flag(), sweep = flag(), end = point(), from = at;
      const half = [(from[0] - end[0]) / 2, (from[1] - end[1]) / 2];
      const grown = Math.sqrt((half[0] / rx) ** 2 + (half[1] / ry) ** 2);
      if (grown > 1) { rx *= grown; ry *= grown; }
      const numerator = Math.max(0, (rx * ry) ** 2 - (rx * half[1]) ** 2 - (ry * half[0]) ** 2);
      const factor = Math.sqrt(numerator / ((rx * half[1]) ** 2 + (ry * half[0]) ** 2)) * (large === sweep ? -1 : 1);
      const middle = [factor * rx * half[1] / ry, -factor * ry * half[0] / rx];
      const centre = [middle[0] + (from[0] + end[0]) / 2, middle[1] + (from[1] + end[1]) / 2];
      const angle = (p) => Math.atan2((p[1] - centre[1]) / ry, (p[0] - centre[0]) / rx);
      const begin = angle(from);
      let turn = angle(end) - begin;
      if (sweep && turn < 0) turn += 2 * Math.PI;
      if (!sweep && turn > 0) turn -= 2 * Math.PI;
      for (let step = 1; step <= 24; step++) {
        const one = begin + turn * step / 24;
        to([centre[0] + rx * Math.cos(one), centre[1] + ry * Math.sin(one)]);
      }
    } else throw new Error(`${command} in ${path}`);
    control = null;
  }
  return lines;
}

function distance([x, y], [[ax, ay], [bx, by]]) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** All icons in one picture, one below the other: together they compress to half of what they are each. */
function png(icons) {
  const stride = 1 + SIZE / 4;
  const rows = Buffer.alloc(SIZE * icons.length * stride);
  icons.forEach(({ lines, width }, at) => {
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const near = Math.min(...lines.map((line) => distance([(x + 0.5) / SCALE, (y + 0.5) / SCALE], line)));
        const cover = Math.max(0, Math.min(1, (width / 2 - near) * SCALE + 0.5));
        rows[(at * SIZE + y) * stride + 1 + (x >> 2)] |= Math.round(cover * LEVELS) << (6 - 2 * (x & 3));
      }
    }
  });
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE * icons.length, 4);
  header.set([2, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('PLTE', Buffer.alloc(12)),
    chunk('tRNS', Buffer.from([0, 85, 170, 255])), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const drawn = png(paths.map(([name, path]) => ({ lines: segmentsOf(path), width: name === 'dots' ? 3.2 : 1.9 })));
writeFileSync(new URL('src/screens/icons.ts', here), `// Written by icons.mjs from the web's icons: one below the other, each ${SIZE} × ${SIZE} pixels, of which only the cover counts.

export const iconSheet = 'data:image/png;base64,${drawn.toString('base64')}';

const names = '${paths.map(([name]) => name).join(' ')}'.split(' ');

export const iconCount = names.length;

/** Where the icon of a category or control is in the sheet; a name that is unknown is the bell. */
export const iconIndex = (name: string): number => Math.max(0, names.indexOf(name));
`);
