import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withServices } from './withServices.mjs';

/** The core as one module, bundled for this run; with S0's services of a client under the names of the scenarios. */
export async function buildCore() {
  const folder = mkdtempSync(join(tmpdir(), 'peal-core-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'core.mjs');
  const source = fileURLToPath(new URL('../../src/core/index.ts', import.meta.url));
  const options = ['--bundle', '--format=esm', '--target=es2019', '--minify', '--log-level=warning'];
  execFileSync('esbuild', [source, ...options, `--outfile=${output}`]);
  // As it is served.
  execFileSync(fileURLToPath(new URL('../../../../Scripts/client-minify', import.meta.url)), [output]);
  return withServices(await import(pathToFileURL(output).href));
}
