import { readFile } from 'node:fs/promises';

const address = import.meta.resolve('@notes/web/index.html');
const page = await readFile(new URL(address), 'utf8');

console.log(page.startsWith('<!doctype html>')); // true

// The server replaces this with a fresh nonce, and adds the nonce to style-src of its policy.
console.log(page.match(/name="csp-nonce" content="(.*?)"/)[1]); // {{nonce}}
