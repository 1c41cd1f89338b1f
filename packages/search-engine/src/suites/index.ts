import type { EngineCase } from './engine-fixture.js';
import { FAULT_CASES } from './fault-cases.js';
import { INDEX_CASES } from './index-cases.js';
import { SEARCH_CASES } from './search-cases.js';

export { WRONG_KEY } from './case-support.js';
export {
  type EngineCase,
  type EngineFaults,
  type EngineFixture,
  type EngineNeed,
  findUnmetNeed,
  type MeaningExample,
} from './engine-fixture.js';

/** Cases that every search engine must pass. Each case needs a new fixture. */
export const ENGINE_CASES: readonly EngineCase[] = [...INDEX_CASES, ...SEARCH_CASES, ...FAULT_CASES];
