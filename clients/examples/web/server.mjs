// A development server for the examples: the files of a folder, and a token for a user who is always signed in.
//   node server.mjs FOLDER [PORT] [PEAL]     5173, and where Peal is served: http://127.0.0.1:8090
//   PEAL_JWT_SECRET   signs the token, as your backend does; without it the sandbox makes one. APP, USER_ID: gss, ana
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [folder = '.', port = 5173, peal = 'http://127.0.0.1:8090'] = process.argv.slice(2);
const { APP = 'gss', USER_ID = 'ana', PEAL_JWT_SECRET: secret } = process.env;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const policy = `default-src 'self'; script-src 'self' ${peal}; connect-src 'self' ${peal} ${peal.replace('http', 'ws')}`;
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function token(now = Math.floor(Date.now() / 1000)) {
  if (secret) {
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: USER_ID, aud: APP, iat: now, exp: now + 3600 })}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }
  const body = JSON.stringify({ app: APP, user: USER_ID });
  const answer = await fetch(peal + '/sandbox/tokens', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return (await answer.json()).jwt;
}

createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  const send = (status, type, text) => response.writeHead(status, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(text);
  try {
    if (path === '/peal/token') return send(200, 'application/json', JSON.stringify({ token: await token() }));
    // A path without a file is a screen of the app: its router reads it.
    const file = extname(path) ? path : '/index.html';
    const text = await readFile(join(folder, file), 'utf8');
    send(200, types[extname(file)] || 'text/plain', text.replaceAll('http://127.0.0.1:8090', peal));
  } catch (error) {
    send(error.code === 'ENOENT' ? 404 : 502, 'text/plain', error.code || 'Peal does not answer');
  }
}).listen(port, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, url: `http://localhost:${port}` })));
