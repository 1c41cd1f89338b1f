export {
  type Client,
  type ClientName,
  clientNames,
  clients,
  type HttpServer,
  type Platform,
  type StdioServer,
} from './clients.js';
