export { createListener, type ListenerOptions } from './listener.js';
export { type RunningService, startService } from './service.js';
