import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The package with the core in it, from the sources. */
export async function build(entry = './entry.ts') {
  // Compiled file by file, so that coverage names the sources' files.
  const { PHONE_JS } = process.env;
  if (PHONE_JS) return import(pathToFileURL(join(PHONE_JS, 'react-native/test/conformance', entry.replace('.ts', '.js'))).href);
  const folder = mkdtempSync(join(tmpdir(), 'peal-phone-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'phone.mjs');
  const options = ['--bundle', '--format=esm', '--target=es2019', '--log-level=warning', `--alias:peal-core=${path('../../../typescript/src/core/index.ts')}`];
  execFileSync('esbuild', [path(entry), ...options, `--outfile=${output}`]);
  return import(pathToFileURL(output).href);
}
