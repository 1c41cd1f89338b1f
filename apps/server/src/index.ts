export { createListener } from './listener.js';
export { type ListenerLimits, type ListenerOptions, listenerLimits } from './options.js';
export { type RunningService, startService } from './service.js';
