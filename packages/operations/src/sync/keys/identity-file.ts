import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  /** Id of the first operation of the group's control log. */
  genesis: seed,
  /** Seeds of the Ed25519 and the X25519 key pair: 32 bytes in hexadecimal each. */
  sign_seed: seed,
  box_seed: seed,
  /** Published high-water mark of each artifact class. */
  high_water: z.partialRecord(z.enum(ARTIFACT_CLASSES), mark),
  /** Former replica ids of this library, the latest last. */
  former: z.array(z.string()).default([]),
  /**
   * Base64 of the control operation that makes this replica a member, signed by its former identity. The library has
   * not adopted the identity yet.
   */
  introduction: z.base64().optional(),
});

/** Identity of a replica, stored in `keys/sync-identity.json`. */
export type StoredIdentity = z.output<typeof identitySchema>;

const NAME = 'sync-identity.json';
const keysFolderFor = (dataDir: string) => join(dataDir, 'keys');

/**
 * Reads the identity; null when the file is missing or invalid. Then this library is no replica, since its former
 * identity may have published more than the library knows.
 */
export function readIdentity(dataDir: string): StoredIdentity | null {
  let text: string;
  try {
    text = readFileSync(join(keysFolderFor(dataDir), NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return identitySchema.safeParse(parseJson(text)).data ?? null;
}

/** Returns true when there is a file for the identity, valid or not. */
export const hasIdentityFile = (dataDir: string): boolean => existsSync(join(keysFolderFor(dataDir), NAME));

/** Returns a text that changes with the file; null without a file. */
export function identityStamp(dataDir: string): string | null {
  const found = statSync(join(keysFolderFor(dataDir), NAME), { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`;
}

/** Writes the identity durably and atomically, readable by its owner alone. */
export function writeIdentity(dataDir: string, identity: StoredIdentity): void {
  const folder = keysFolderFor(dataDir);
  makeFolder(folder);
  const draft = join(folder, `${NAME}.draft`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(identity)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, join(folder, NAME));
  syncFile(folder);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
