import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Bundles as Metro before 0.82 does, the bundler of React Native up to 0.78: it looks for files and for `main`, and knows no `exports`.

const isFile = (path) => existsSync(path) && statSync(path).isFile();
const asFile = (path) => [path, `${path}.js`, `${path}.json`].find(isFile);

function asFolder(path) {
  const manifest = join(path, 'package.json');
  const { main } = isFile(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const named = main && join(path, main);
  return (named && (asFile(named) || asFile(join(named, 'index')))) || asFile(join(path, 'index'));
}

/** The file of an import, as a module of `from` names it. */
export function resolve(from, name) {
  const found = (path) => asFile(path) || asFolder(path);
  if (name.startsWith('.')) return found(join(dirname(from), name));
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const file = found(join(folder, 'node_modules', name));
    if (file) return file;
    if (folder === dirname(folder)) throw new Error(`Unable to resolve module ${name} from ${from}`);
  }
}

/** One script of a module and all that it imports; its value is what the module exports. */
export function bundle(entry) {
  const modules = new Map();
  const add = (file) => {
    if (modules.has(file)) return;
    const code = execFileSync('esbuild', ['--format=cjs', '--loader=js', '--log-level=error'],
      { input: readFileSync(file, 'utf8'), encoding: 'utf8', maxBuffer: 1 << 24 });
    const imports = {};
    modules.set(file, { code, imports });
    for (const [, name] of code.matchAll(/\brequire\("([^"]+)"\)/g)) {
      imports[name] = resolve(file, name);
      add(imports[name]);
    }
  };
  add(entry);
  const table = [...modules].map(([file, { code, imports }]) =>
    `${JSON.stringify(file)}: [${JSON.stringify(imports)}, (module, exports, require) => {\n${code}\n}]`).join(',\n');
  return `((table, loaded) => {
    const load = (file) => {
      if (!loaded[file]) {
        const module = (loaded[file] = { exports: {} });
        table[file][1](module, module.exports, (name) => load(table[file][0][name]));
      }
      return loaded[file].exports;
    };
    return load(${JSON.stringify(entry)});
  })({\n${table}\n}, {})`;
}
