import { describe, test } from 'vitest';
import { createDirectoryCarrier, DirectoryCarrier } from '../../src/node/index.js';
import { CARRIER_CASES, type CarrierFixture } from '../../src/suites/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { createTestFolder, DATABASE, OTHER, OWN } from './folders.js';

const CARRIERS: Record<string, () => Promise<CarrierFixture>> = {
  async memory() {
    const carrier = new MemoryCarrier();
    return { replicas: [OWN, OTHER], carrierFor: (replicaId) => carrier.carrierFor(replicaId) };
  },
  async directory() {
    const root = await createTestFolder();
    await createDirectoryCarrier(root, DATABASE);
    return { replicas: [OWN, OTHER], carrierFor: (replicaId) => new DirectoryCarrier(root, { replicaId }) };
  },
};

describe.each(Object.entries(CARRIERS))('the %s carrier', (_, open) => {
  test.each(CARRIER_CASES)('$name', async ({ run }) => {
    await run(await open());
  });
});
