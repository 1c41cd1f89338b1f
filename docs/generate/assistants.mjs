// @ts-check
import { mcpScopes } from '@notes/contract';
import { clients } from '@notes/contract/clients';
import { tools } from '@notes/contract/tools';
import { code, plain, table } from './markdown.mjs';

/** Returns the table of tools for assistants, from the narrowest scope to the widest. */
export function renderTools() {
  const sorted = tools.toSorted((one, other) => mcpScopes.indexOf(one.scope) - mcpScopes.indexOf(other.scope));
  const rows = sorted.map(({ name, scope, syncScope, description }) => [
    code(name),
    syncScope === 'disabled' ? code(scope) : `${code(scope)}, sync ${code(syncScope)}`,
    plain(description),
  ]);
  return table(['Tool', 'From scope', 'What it does'], rows);
}

/** Returns the table of clients that `notes mcp config` supports. */
export function renderClients() {
  const rows = Object.entries(clients).map(([name, { title, location, http }]) => [
    plain(title),
    code(`notes mcp config ${name}`),
    plain(location('linux')),
    http === null ? 'no' : 'yes',
  ]);
  return table(['Client', 'Command', 'The snippet goes into', 'Also over HTTP'], rows);
}
