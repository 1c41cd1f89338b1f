export { isLoopback, type ListenAddress, parseListenAddress } from './listen.js';
export { ConfigError, type ConfigFlags, type LoadedConfig, loadConfig } from './load.js';
export { effectiveMcpScope } from './mcp-scope.js';
