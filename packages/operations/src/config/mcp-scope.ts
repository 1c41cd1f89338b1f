import { type ConfigValues, type McpScope, mcpScopes } from '@notes/contract';

/** The MCP scope in force: the narrower of the two keys, read-only for a value that is none; with what to log. */
export function effectiveMcpScope(config: ConfigValues): { scope: McpScope; warnings: string[] } {
  const warnings: string[] = [];
  const known = (key: 'mcp.default_scope' | 'mcp.default_profile'): McpScope => {
    const value = config[key];
    const scope = mcpScopes.find((each) => each === value);
    if (scope === undefined) warnings.push(`${key}: ${JSON.stringify(value)} is no scope; read-only is used`);
    return scope ?? 'read-only';
  };
  const scope = known('mcp.default_scope');
  if (config['mcp.default_profile'] === '') return { scope, warnings };
  const former = known('mcp.default_profile');
  const narrower = mcpScopes.indexOf(former) < mcpScopes.indexOf(scope) ? former : scope;
  warnings.push(
    `mcp.default_profile is a former name of mcp.default_scope; the narrower of the two, ${narrower}, is used`,
  );
  return { scope: narrower, warnings };
}
