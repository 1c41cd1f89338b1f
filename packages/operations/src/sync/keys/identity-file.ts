import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, syncFile } from '@notes/storage';
import { ARTIFACT_CLASSES } from '@notes/sync-protocol';
import { z } from 'zod';

const seed = z.string().regex(/^[0-9a-f]{64}$/);
const mark = z.strictObject({ index: z.int().min(1), sha256: seed });

const identitySchema = z.strictObject({
  version: z.literal(1),
  database_id: z.string(),
  replica_id: z.string(),
  /** The id of the first operation of the group's control log. */
  genesis: seed,
  /** Of the Ed25519 and of the X25519 pair: 32 bytes in hexadecimal. */
  sign_seed: seed,
  box_seed: seed,
  /** How far has been published, by class. */
  high_water: z.partialRecord(z.enum(ARTIFACT_CLASSES), mark),
  /** Who this library was before, the latest last. */
  former: z.array(z.string()).default([]),
  /** What makes this replica a member, as it was signed by who it was before; base64. The library has yet to take it. */
  introduction: z.base64().optional(),
});

/** Who a replica is, as `keys/sync-identity.json` has it. */
export type StoredIdentity = z.output<typeof identitySchema>;

const NAME = 'sync-identity.json';
const folderOf = (dataDir: string) => join(dataDir, 'keys');

/**
 * Null where there is none, or none that can be understood: then this is no replica of anything, since who it was may
 * have published more than it knows.
 */
export function readIdentity(dataDir: string): StoredIdentity | null {
  let text: string;
  try {
    text = readFileSync(join(folderOf(dataDir), NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return identitySchema.safeParse(parsed(text)).data ?? null;
}

/** Another text whenever the file is another; null where there is none. */
export function identityStamp(dataDir: string): string | null {
  const found = statSync(join(folderOf(dataDir), NAME), { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`;
}

/** Durable, and whole or not at all; readable by its owner alone. */
export function writeIdentity(dataDir: string, identity: StoredIdentity): void {
  const folder = folderOf(dataDir);
  makeFolder(folder);
  const draft = join(folder, `${NAME}.draft`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(identity)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, join(folder, NAME));
  syncFile(folder);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
