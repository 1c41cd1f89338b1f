// Writes the version of the package into its entry for the registry of MCP servers.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { name, version } = read('package.json');
const entry = read('server.json');
const packages = entry.packages.map((each) => (each.identifier === name ? { ...each, version } : each));
writeFileSync(new URL('server.json', import.meta.url), `${JSON.stringify({ ...entry, version, packages }, null, 2)}\n`);
