export {
  type Client,
  type ClientName,
  clientNames,
  clients,
  type HttpServer,
  type StdioServer,
} from './clients.js';
export type { Platform } from './snippets.js';
