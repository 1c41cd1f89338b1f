import { type ConfigValues, type McpScope, mcpScopes } from '@notes/contract';
import { ConfigError } from './config-error.js';

type ScopeKey = 'mcp.default_scope' | 'mcp.default_profile';

/**
 * Checks a scope before it is saved. One that was saved by hand counts as read-only.
 *
 * @throws ConfigError for a text that is not a scope
 */
export function checkMcpScope(text: string): void {
  if (!mcpScopes.some((scope) => scope === text))
    throw new ConfigError(`mcp.default_scope: must be one of ${mcpScopes.join(', ')}`);
}

/**
 * Returns the effective MCP scope, the narrower of the two keys, and the warnings to log. An invalid value counts as
 * read-only.
 */
export function effectiveMcpScope(config: Pick<ConfigValues, ScopeKey>): { scope: McpScope; warnings: string[] } {
  const warnings: string[] = [];
  const readScope = (key: ScopeKey): McpScope => {
    const scope = mcpScopes.find((each) => each === config[key]);
    if (scope === undefined)
      warnings.push(
        `${key}: ${JSON.stringify(config[key])} is not a scope, so read-only is used. Use one of ${mcpScopes.join(', ')}`,
      );
    return scope ?? 'read-only';
  };
  const former = config['mcp.default_profile'];
  if (former === '') return { scope: readScope('mcp.default_scope'), warnings };
  const keys: ScopeKey[] = ['mcp.default_profile'];
  if (former !== config['mcp.default_scope']) keys.push('mcp.default_scope');
  const rank = Math.min(...keys.map((key) => mcpScopes.indexOf(readScope(key))));
  const scope = mcpScopes[rank] as McpScope;
  warnings.push(
    `mcp.default_profile is the former name of mcp.default_scope. The narrower of the two, ${scope}, is used`,
  );
  return { scope, warnings };
}
