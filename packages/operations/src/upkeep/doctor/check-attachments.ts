import { Blobs, type DataPaths, type NamedBytes, StorageError } from '@notes/storage';
import { type CheckResult, formatCount, ok } from './check-result.js';

/** Objects whose bytes are stored beside the library file. */
export interface StoredBytes {
  readonly resources: readonly NamedBytes[];
  readonly sourceBundles: readonly NamedBytes[];
  /** Ids of resources that other devices have as well. */
  readonly onOtherDevices: ReadonlySet<string>;
}

/**
 * Checks, once for each object, that the bytes of every attachment and imported source bundle exist; `deep` reads the
 * bytes. Bytes missing here that another device has count as not yet received, not as lost.
 */
export async function checkAttachments(
  paths: DataPaths,
  { resources, sourceBundles, onOtherDevices }: StoredBytes,
  { deep }: { readonly deep: boolean },
): Promise<CheckResult> {
  const blobs = new Blobs(paths);
  const known = new Map<string, string | undefined>();
  const findings: string[] = [];
  const pending: string[] = [];
  for (const { id, sha256, sizeBytes } of [...resources, ...sourceBundles]) {
    if (!known.has(sha256)) known.set(sha256, await findFault(blobs, sha256, sizeBytes, deep));
    const fault = known.get(sha256);
    if (fault === 'missing' && onOtherDevices.has(id)) pending.push(`${id} not received yet: ${sizeBytes} bytes`);
    else if (fault !== undefined) findings.push(`${id} ${fault}: ${blobs.getPath(sha256)}`);
  }
  const how = deep ? 'and every digest is right' : 'with the right size; --deep reads every byte';
  const sources = sourceBundles.length === 0 ? '' : ` and ${formatCount(sourceBundles.length, 'imported source')}`;
  const whose = formatCount(resources.length, 'attachment') + sources;
  if (findings.length + pending.length === 0) return ok(`The bytes of ${whose} are present, ${how}`);
  if (findings.length === 0)
    return {
      status: 'ok',
      message: `${describePending(pending)}; those of all others are present, ${how}`,
      findings: pending,
    };
  const lost = `${formatCount(findings.length, 'attachment')} with missing or damaged bytes`;
  const message = pending.length === 0 ? lost : `${lost}; ${describePending(pending)}`;
  return {
    status: 'fail',
    message,
    advice: 'Add the same file again, or restore it from a backup.',
    findings: [...findings, ...pending],
  };
}

const describePending = (pending: readonly string[]) =>
  `${formatCount(pending.length, 'attachment')} not received from other devices yet`;

async function findFault(blobs: Blobs, sha256: string, sizeBytes: number, deep: boolean): Promise<string | undefined> {
  try {
    const found = blobs.find(sha256);
    if (found === undefined) return 'missing';
    if (found.sizeBytes !== sizeBytes) return 'of another size';
    if (deep) await readAll(blobs, sha256);
    return undefined;
  } catch (error) {
    return error instanceof StorageError && error.reason === 'damaged_blob' ? 'damaged' : 'unreadable';
  }
}

async function readAll(blobs: Blobs, sha256: string): Promise<void> {
  const file = await blobs.open(sha256);
  try {
    for await (const _ of file?.readAll() ?? []);
  } finally {
    await file?.close();
  }
}
