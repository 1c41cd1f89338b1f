export { createFolders } from '@notes/storage/folders';
export { isWithin } from '../is-within.js';
export { isLoopback, type ListenAddress, parseListenAddress } from './listen.js';
export { ConfigError, type ConfigFlags, checkKey, type LoadedConfig, loadConfig } from './load.js';
export { effectiveMcpScope } from './mcp-scope.js';
export { explainOldNode } from './node-version.js';
export { type PeerListener, type PeerTls, readPeerListener } from './peer-listener.js';
export { findFixedSource, rereadSetting } from './reread.js';
export { writeSetting } from './write.js';
