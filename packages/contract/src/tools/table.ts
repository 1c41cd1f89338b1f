import type { z } from 'zod';
import type { McpBinding, McpScope, McpSyncScope, Operation } from '../operation.js';
import { mcpScopes, mcpSyncScopes } from '../schemas/service.js';
import { type OperationName, type Operations, operations } from '../table.js';
import { type DerivedArguments, deriveArguments } from './derive-arguments.js';
import { documentTools } from './documents.js';
import { insightTools } from './insights.js';
import { libraryTools } from './library.js';
import { syncTools } from './sync.js';
import type { ToolDefinition } from './tool.js';
import { writingTools } from './writing.js';

/** Every tool name in the operation table. */
export type ToolName = Extract<Operations[OperationName]['mcp'], McpBinding>['tool'];

/** Requires one definition for each tool. A missing or surplus definition does not compile. */
const complete = <const Definitions extends Record<ToolName, ToolDefinition>>(
  definitions: Definitions & Record<Exclude<keyof Definitions, ToolName>, never>,
): Definitions => definitions;

const definitions = complete({
  ...libraryTools,
  ...documentTools,
  ...insightTools,
  ...writingTools,
  ...syncTools,
});

type Definitions = typeof definitions;
interface Row<Name extends ToolName> {
  readonly mcp: { readonly tool: Name };
}
/** Arguments that a tool receives: validated, with defaults filled in. */
export type ToolArguments<Name extends ToolName> = DerivedArguments<Extract<Operations[OperationName], Row<Name>>>;
/** Result of a tool. */
export type ToolResult<Name extends ToolName> = z.input<Definitions[Name]['result']>;

export interface ToolScopes {
  readonly scope: McpScope;
  readonly syncScope: McpSyncScope;
}

/** A tool: its definition and the data of its operation's row. */
export interface Tool extends ToolDefinition, ToolScopes {
  readonly name: ToolName;
  readonly operation: OperationName;
  readonly precondition: Operation['precondition'];
  /** A strict object. The advertised schema is the enforced one. */
  readonly arguments: z.ZodObject;
}

/** Every tool, by name. */
export const tools: readonly Tool[] = (Object.entries(operations) as [OperationName, Operation][])
  .flatMap(([operation, row]): Tool[] => {
    const { mcp, precondition } = row;
    if (mcp === null) return [];
    const name = mcp.tool as ToolName;
    const scopes: ToolScopes = { scope: mcp.scope, syncScope: mcp.syncScope ?? 'disabled' };
    return [{ ...definitions[name], name, operation, precondition, arguments: deriveArguments(row), ...scopes }];
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const byName: ReadonlyMap<unknown, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: unknown): Tool | undefined => byName.get(name);

/** Returns true when the active scopes include the scopes of a tool. */
export const isOffered = (tool: ToolScopes, { scope, syncScope }: ToolScopes): boolean =>
  mcpScopes.indexOf(scope) >= mcpScopes.indexOf(tool.scope) &&
  mcpSyncScopes.indexOf(syncScope) >= mcpSyncScopes.indexOf(tool.syncScope);
