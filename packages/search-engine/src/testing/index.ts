export { type DeathInApply, type EngineMethod, MemoryEngine, type MemoryEngineOptions } from './memory-engine.js';
