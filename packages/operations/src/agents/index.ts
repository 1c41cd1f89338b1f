import type { Tool } from '@notes/contract/tools';
import type { CallContext } from '../platform/context.js';
import { documentCalls } from './documents.js';
import { insightCalls } from './insights.js';
import { libraryCalls } from './library.js';
import { resourceCalls } from './resources.js';
import { runTool, type ToolAnswer, type ToolCalls } from './run-tool.js';
import { syncCalls } from './sync.js';
import { writingCalls } from './writing.js';

export { addNearNames } from './near-names.js';
export { resolveNames } from './resolve-names.js';
export type { ToolAnswer } from './run-tool.js';

const calls: ToolCalls = {
  ...libraryCalls,
  ...documentCalls,
  ...insightCalls,
  ...resourceCalls,
  ...writingCalls,
  ...syncCalls,
};

/**
 * Runs a tool with arguments from `readArguments`, for a caller that does not see Trash. The response, which holds the
 * result and its JSON, is at most 4 MiB as JSON.
 *
 * @throws ServiceError
 */
export const callTool = (tool: Tool, context: CallContext, args: Record<string, unknown>): Promise<ToolAnswer> =>
  runTool(calls, tool, context, args);
