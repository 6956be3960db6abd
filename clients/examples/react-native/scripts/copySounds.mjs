// Copies Peal's sounds to where the two systems look for them: `res/raw` of the Android module, and the folder of the iOS target.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const sounds = path('../../../sounds');
const raw = path('../android/app/src/main/res/raw');
const target = path('../ios/Gss');

if (!existsSync(path('../android')) && !existsSync(path('../ios'))) {
  console.error('There is no native project yet: README.md says how to make one.');
  process.exit(1);
}
if (existsSync(path('../android'))) {
  mkdirSync(raw, { recursive: true });
  cpSync(join(sounds, 'res/raw'), raw, { recursive: true });
}
if (existsSync(target)) {
  const files = readdirSync(sounds).filter((name) => name.endsWith('.caf'));
  for (const name of files) cpSync(join(sounds, name), join(target, name));
  console.log(`Add these to the target in Xcode, once: ${files.join(', ')}`);
}
