export {
  type JsonAnswer,
  JsonClient,
  type JsonClientOptions,
  type JsonFailure,
  type JsonRequest,
} from './json-client.js';
