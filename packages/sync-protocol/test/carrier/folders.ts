import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const DATABASE = 'db_040g2081040g2081040g208104';
export const OWN = 'rep_030c1g60r30c1g60r30c1g60r3';
export const OTHER = 'rep_040g2081040g2081040g208104';

/** Creates a folder for a test and removes it when the test finishes. */
export async function createTestFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'notes-carrier-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}
