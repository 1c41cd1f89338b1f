import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Input, OperationName, Output } from '@notes/contract';
import { onTestFinished } from 'vitest';
import { type CallContext, invoke, type Library, openLibrary } from '../src/index.js';
import { loadConfig } from '../src/platform/config/index.js';

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notes-operations-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface OpenedLibrary {
  readonly library: Library;
  readonly context: CallContext;
  readonly call: <Name extends OperationName>(name: Name, input: Record<string, unknown>) => Promise<Output<Name>>;
}

/** Opens a library for the duration of a test: a new one, or the existing one of a data directory. */
export async function openTestLibrary(
  dataDir = join(temporaryFolder(), 'data'),
  set: readonly string[] = [],
): Promise<OpenedLibrary> {
  const config = loadConfig({ dataDir, set }, {});
  const library = await openLibrary({ config, serviceVersion: '0.0.0', create: true });
  onTestFinished(() => library.store.close());
  const context: CallContext = { library, origin: 'cli', now: Date.now };
  return { library, context, call: (name, input) => invoke(name, context, input) };
}

/** Collects garbage at once. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Stores bytes as an attachment that no note uses. */
export const uploadBytes = (
  { context }: Pick<OpenedLibrary, 'context'>,
  bytes: string | Uint8Array,
  fields: Pick<Input<'uploadResource'>, 'filename'> & { readonly mime_type?: string },
): Promise<Output<'uploadResource'>> =>
  invoke('uploadResource', { ...context, bytes: Readable.from([Buffer.from(bytes)]) }, fields);
