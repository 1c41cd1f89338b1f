import type { EngineErrorCode } from '../../src/index.js';
import type { EngineFixture } from '../../src/suites/index.js';
import { MemoryEngine } from '../../src/testing/index.js';

export const MEANING = {
  query: 'automobile repair',
  near: 'How to mend the car',
  far: 'Recipe for lentil soup',
};
export const SYNONYMS = [
  ['car', 'automobile'],
  ['mend', 'repair'],
] as const;

/** Returns a fixture of the suite for an engine in memory. */
export function createMemoryFixture(make = () => new MemoryEngine({ synonyms: SYNONYMS })): EngineFixture {
  const [engine, other] = [make(), make()];
  engine.reject(['document_unacceptable'], 'The record is too large');
  const failing = (code: EngineErrorCode) => {
    const made = make();
    made.failWith(code);
    return made;
  };
  return {
    open: () => engine,
    openOtherLibrary: () => other,
    meaning: MEANING,
    unacceptable: { id: 'document_unacceptable', version: 'revision_1', title: 'Large', body: '' },
    faults: {
      kill: async () => engine.kill(),
      restart: async () => engine.restart(),
      openWithWrongKey: () => failing('refused'),
      openIncompatible: async () => [failing('incompatible')],
      openGarbage: async () => [failing('malformed')],
      openSilent: async () => {
        const silent = make();
        silent.hold();
        return silent;
      },
      fillDisk: async () => {
        engine.setDiskFull(true);
        return async () => engine.setDiskFull(false);
      },
    },
  };
}
