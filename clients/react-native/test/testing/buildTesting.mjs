import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The fake phone as one module, built for this run as it is published. */
export async function buildTesting() {
  const folder = mkdtempSync(join(tmpdir(), 'peal-testing-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'testing.mjs');
  const source = fileURLToPath(new URL('../../src/testing/index.ts', import.meta.url));
  execFileSync('esbuild', [source, '--bundle', '--format=esm', '--target=es2019', '--log-level=warning', `--outfile=${output}`]);
  return import(pathToFileURL(output).href);
}
