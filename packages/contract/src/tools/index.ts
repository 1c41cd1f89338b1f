export { type AdvertisedTool, advertise, type JsonSchema } from './advertise.js';
export { readArguments } from './arguments.js';
export {
  findTool,
  isOffered,
  type Tool,
  type ToolArguments,
  type ToolName,
  type ToolResult,
  type ToolScopes,
  tools,
} from './table.js';
export type { Hints } from './tool.js';
