// @ts-check
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const ERAS = ['legacy', 'modern'];
/** Line in which it reports where it would store secrets, even if there are none. */
const OF_ITSELF = '[mcp-inspector]';
const PLANTED_SERVER = { command: process.execPath, args: [fileURLToPath(new URL('planted.mjs', import.meta.url))] };

/**
 * @typedef {{ url: string } | { command: string, args: string[] }} Door over HTTP or over stdio
 * @typedef {{ tools: unknown[], findings: string[], faults: string[] }} Listed
 * @typedef {{ toolName: string, findings: { severity: string, schema: string, path: string, issue: string }[] }} Finding
 * @typedef {{ result?: { tools: unknown[] }, schemaFindings?: Finding[] }} Answer
 */

/**
 * Lists the tools over each transport with the Inspector, as clients of either generation do. No finding may occur, and
 * all lists have to be equal.
 * @param {import('./external-checks.mjs').Outside} outside
 * @param {Record<string, Door>} doors
 * @param {string} folder for what the Inspector writes
 * @returns {string[]} faults
 */
export function inspectTransports(outside, doors, folder) {
  const file = join(folder, 'servers.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { ...doors, planted: PLANTED_SERVER } }));
  const list = (/** @type {string} */ door, /** @type {string} */ era) => listTools(outside, folder, file, door, era);
  const lists = Object.keys(doors).flatMap((door) => ERAS.map((era) => list(door, era)));
  const [{ tools } = { tools: [] }] = lists;
  console.log(`inspector: ${lists.length} lists of ${tools.length} tools`);
  return [
    ...lists.flatMap(({ faults }) => faults),
    ...(tools.length > 0 && lists.every((each) => isDeepStrictEqual(each.tools, tools))
      ? []
      : ['the lists of tools differ between the transports']),
    ...(list('planted', 'legacy').findings.length > 0 ? [] : ['the planted fault was not found']),
  ];
}

/** @returns {Listed} */
function listTools(
  /** @type {import('./external-checks.mjs').Outside} */ { node, inspector },
  /** @type {string} */ folder,
  /** @type {string} */ file,
  /** @type {string} */ door,
  /** @type {string} */ era,
) {
  const which = ['--cli', '--config', file, '--server', door, '--protocol-era', era];
  const what = ['--method', 'tools/list', '--strict', '--format', 'json'];
  // It stores its own state in the home folder, and secrets in the store of the system.
  const env = { ...process.env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  const { status, stdout, stderr } = spawnSync(node, [inspector, ...which, ...what], { encoding: 'utf8', env });
  const answer = /** @type {Answer} */ (stdout === '' ? {} : JSON.parse(stdout));
  const { result = { tools: [] }, schemaFindings = [] } = answer;
  const said = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(OF_ITSELF))
    .join('\n');
  const found = schemaFindings.flatMap(formatFaults);
  const faults = found.length > 0 || (status === 0 && said === '') ? found : [`code ${status}: ${said}`];
  return { tools: result.tools, findings: found, faults: faults.map((fault) => `${door}, ${era}: ${fault}`) };
}

/** @returns {string[]} */
function formatFaults(/** @type {Finding} */ { toolName, findings }) {
  return findings.map(({ severity, schema, path, issue }) => `${severity}: ${toolName} ${schema}.${path}: ${issue}`);
}
