import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { id } from '../control/fields.js';
import { ordinal, sha256, versionVector } from '../log/values.js';

export const PAYLOAD_TYPE = 'sqlite-image+packed-assets.v1';
/** Bytes of a part: a USTAR file is smaller than 8 GiB. */
export const PART_BYTES = 1024 ** 3;
const PARTS_MOST = 70_000;
/** Bytes of `payload.json` at most. */
export const MANIFEST_MOST = 16 * 1024 * 1024;

const part = z.strictObject({ name: z.string(), size_bytes: z.int().min(1).max(PART_BYTES), sha256 });

const manifestSchema = z
  .strictObject({
    type: z.literal(PAYLOAD_TYPE),
    database_id: id('db_'),
    schema_version: ordinal,
    vv: versionVector,
    parts: z.array(part).min(1).max(PARTS_MOST),
  })
  .refine(({ parts }) => areInOrder(parts.map(({ name }) => name)));

/** What is in a payload, as its first file says. */
export type PayloadManifest = z.infer<typeof manifestSchema>;
export type PayloadPart = z.infer<typeof part>;

/** The parts of the image, then those of the attachments, each counted from 0. */
function areInOrder(names: readonly string[]): boolean {
  const images = names.filter((name) => name.startsWith('db/')).length;
  return images > 0 && names.every((name, at) => name === (at < images ? imageName(at) : packName(at - images)));
}

export const imageName = (number: number) => `db/${digits(number)}.part`;
export const packName = (number: number) => `assets/${digits(number)}.pack`;
const digits = (number: number) => String(number).padStart(8, '0');

export const encodeManifest = (manifest: PayloadManifest): Uint8Array => encodeUtf8(canonicalJson(manifest));

/** Null for what is none. */
export function readManifest(bytes: Uint8Array): PayloadManifest | null {
  const parsed = manifestSchema.safeParse(parseCanonical(bytes));
  return parsed.success ? parsed.data : null;
}

/** The last file: the SHA-256 of all parts, one behind the other, and of `payload.json` behind them. */
export const encodeEnd = (digest: string): Uint8Array => encodeUtf8(canonicalJson({ sha256: digest }));
