import { type McpScope, type McpSyncScope, mcpScopes, mcpSyncScopes } from '@notes/contract';
import type { Tool } from '@notes/contract/tools';
import { effectiveMcpScope } from '@notes/operations/config';
import { z } from 'zod';
import type { OwnCommand, Surroundings } from '../presentation.js';
import { alignColumns, printCsv } from '../table.js';
import { formatCount } from '../text.js';

const input = z.strictObject({
  scope: z.enum(mcpScopes).optional().describe('List the tools of this scope. Default: mcp.default_scope.'),
  sync_scope: z.enum(mcpSyncScopes).optional().describe('List the tools of this sync scope. Default: mcp.sync_scope.'),
});

interface ToolList {
  readonly scope: McpScope;
  readonly sync_scope: McpSyncScope;
  readonly tools: readonly Row[];
}

/** Tool with the smallest set of scopes that offers it. */
interface Row {
  readonly name: string;
  readonly scope: McpScope;
  readonly sync_scope: McpSyncScope;
  readonly effect: Tool['hints']['effect'];
  readonly title: string;
}

const COLUMNS = ['name', 'scope', 'sync_scope', 'effect', 'title'] as const satisfies readonly (keyof Row)[];

/** `notes mcp tools` */
export const mcpTools: OwnCommand<ToolList> = {
  summary: 'List the tools offered to an assistant.',
  input,
  cli: {
    command: 'mcp tools',
    examples: ['notes mcp tools', 'notes mcp tools --scope editor', 'notes mcp tools --sync-scope control -o csv'],
  },
  withoutLibrary: (surroundings, values) => listTools(surroundings, input.parse(values)),
  render: {
    table: ({ scope, sync_scope, tools }, out) => {
      for (const line of alignColumns(tools.map(cells))) out.line(line);
      out.notice(`${formatCount(tools.length, 'tool')} with scope ${scope} and sync scope ${sync_scope}.`);
    },
    csv: ({ tools }, out) => printCsv([COLUMNS, ...tools.map(cells)], out),
    ids: ({ tools }, out) => {
      for (const { name } of tools) out.line(name);
    },
  },
};

async function listTools({ config }: Surroundings, given: z.output<typeof input>): Promise<ToolList> {
  const { isOffered, tools } = await import('@notes/contract/tools');
  const scope = given.scope ?? effectiveMcpScope(config.values).scope;
  const sync_scope = given.sync_scope ?? config.values['mcp.sync_scope'];
  const rows = tools.filter((tool) => isOffered(tool, { scope, syncScope: sync_scope })).map(row);
  return { scope, sync_scope, tools: rows };
}

const row = ({ name, title, hints, scope, syncScope }: Tool): Row => ({
  name,
  scope,
  sync_scope: syncScope,
  effect: hints.effect,
  title,
});

const cells = (tool: Row) => COLUMNS.map((column) => tool[column]);
