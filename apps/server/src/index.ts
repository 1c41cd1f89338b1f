export { createListener, type ListenerLimits, type ListenerOptions, listenerLimits } from './listener.js';
export { type RunningService, startService } from './service.js';
