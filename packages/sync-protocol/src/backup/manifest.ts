import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { id } from '../control/fields.js';
import { ordinal, sha256, versionVector } from '../log/values.js';

/** Type of the payload of a backup. */
export const PAYLOAD_TYPE = 'sqlite-image+packed-assets.v1';
/** Maximum bytes of a part. A USTAR file must be smaller than 8 GiB. */
export const MAX_PART_BYTES = 1024 ** 3;
const MAX_PARTS = 70_000;
/** Maximum bytes of `payload.json`. */
export const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

const part = z.strictObject({ name: z.string(), size_bytes: z.int().min(1).max(MAX_PART_BYTES), sha256 });

const manifestSchema = z
  .strictObject({
    type: z.literal(PAYLOAD_TYPE),
    database_id: id('db_'),
    schema_version: ordinal,
    vv: versionVector,
    parts: z.array(part).min(1).max(MAX_PARTS),
  })
  .refine(({ parts }) => areInOrder(parts.map(({ name }) => name)));

/** Manifest of a payload, stored as its first file. */
export type PayloadManifest = z.infer<typeof manifestSchema>;
/** A part of a backup payload: its name, size in bytes and SHA-256. */
export type PayloadPart = z.infer<typeof part>;

/** Checks the order of part names: the parts of the image, then those of the attachments, each numbered from 0. */
function areInOrder(names: readonly string[]): boolean {
  const images = names.filter((name) => name.startsWith('db/')).length;
  return images > 0 && names.every((name, at) => name === (at < images ? imageName(at) : packName(at - images)));
}

/**
 * Name of a part of the image.
 *
 * @param number part number, from 0
 */
export const imageName = (number: number) => `db/${digits(number)}.part`;
/**
 * Name of a part of the packed attachments.
 *
 * @param number part number, from 0
 */
export const packName = (number: number) => `assets/${digits(number)}.pack`;
const digits = (number: number) => String(number).padStart(8, '0');

export const encodeManifest = (manifest: PayloadManifest): Uint8Array => encodeUtf8(canonicalJson(manifest));

/** Parses a manifest; returns null when it is invalid. */
export function readManifest(bytes: Uint8Array): PayloadManifest | null {
  const parsed = manifestSchema.safeParse(parseCanonical(bytes));
  return parsed.success ? parsed.data : null;
}

/**
 * Encodes the last file of a payload.
 *
 * @param digest SHA-256 in hexadecimal of all parts in order, followed by `payload.json`
 */
export const encodeEnd = (digest: string): Uint8Array => encodeUtf8(canonicalJson({ sha256: digest }));
