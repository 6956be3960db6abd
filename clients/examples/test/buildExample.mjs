import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const read = (name) => readFileSync(path(name), 'utf8');
export const json = (name) => JSON.parse(read(name));

const folder = mkdtempSync(join(tmpdir(), 'peal-examples-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Builds files of an example with Peal's packages from their sources, as tsconfig.phones.json names them. Answers the code, and what it imports. */
export function buildExample(...entries) {
  const packages = Object.keys(json(`../${entries[0].split('/')[1]}/package.json`).dependencies).filter((name) => !name.startsWith('peal-'));
  const code = join(folder, `${entries[0].replace(/\W/g, '-')}.js`);
  const input = entries.length === 1 ? '' : entries.map((entry) => `import ${JSON.stringify(path(entry))};`).join('\n');
  execFileSync('esbuild', [
    ...(entries.length === 1 ? [path(entries[0])] : []),
    '--bundle', '--format=cjs', '--target=es2019', '--jsx=automatic', '--log-level=warning', `--outfile=${code}`,
    ...packages.flatMap((name) => [`--external:${name}`, `--external:${name}/*`]), '--external:react', '--external:react/*',
  ], { input });
  const text = readFileSync(code, 'utf8');
  const names = [...new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name))].sort();
  return { text, names };
}

/** The package of an import: `@scope/name/file` is of `@scope/name`. */
export const packageOf = (name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
