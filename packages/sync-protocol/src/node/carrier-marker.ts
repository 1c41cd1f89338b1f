import { z } from 'zod';
import { toBase32 } from '../base32.js';
import { CarrierError, type CarrierIdentity } from '../carrier/carrier.js';
import { parseJson } from '../parse-json.js';
import type { CarrierFiles } from './carrier-files.js';

export const MARKER = 'service-sync-carrier.json';
const MAX_MARKER_BYTES = 4096;

const markerSchema = z.strictObject({
  format: z.literal('service-sync-carrier'),
  version: z.literal(1),
  carrier_id: z.string().regex(/^car_[0-9a-hjkmnp-tv-z]{26}$/),
  database_id: z.string().regex(/^db_[0-9a-hjkmnp-tv-z]{26}$/),
});

/** A marker that a newer version of the program wrote. */
const newerMarkerSchema = z.object({ format: z.literal('service-sync-carrier'), version: z.int().min(2) });

/**
 * Reads the marker of a carrier; returns null when there is none.
 *
 * @throws CarrierError `not_a_carrier` for a marker that is damaged or of a newer version
 */
export async function readMarker(files: CarrierFiles): Promise<CarrierIdentity | null> {
  const bytes = await files.read(MARKER, MAX_MARKER_BYTES);
  if (bytes === null) return null;
  const marker = markerSchema.safeParse(parseJson(bytes));
  if (!marker.success)
    throw new CarrierError(
      'not_a_carrier',
      `${MARKER} is damaged or of a newer version. If it is damaged, run notes sync run on a device that has used this folder. Otherwise upgrade this program.`,
    );
  return { carrierId: marker.data.carrier_id, databaseId: marker.data.database_id };
}

/**
 * Rewrites the marker of a known carrier when it is missing or damaged, or names the same carrier with another library.
 * Leaves one of a newer version as it is.
 */
export async function repairMarker(files: CarrierFiles, identity: CarrierIdentity): Promise<void> {
  const bytes = await files.read(MARKER, MAX_MARKER_BYTES);
  if (bytes === null) return await write(files, identity);
  const value = parseJson(bytes);
  const marker = markerSchema.safeParse(value);
  const isDamaged = marker.success
    ? marker.data.carrier_id === identity.carrierId && marker.data.database_id !== identity.databaseId
    : !newerMarkerSchema.safeParse(value).success;
  if (isDamaged) await write(files, identity);
}

/**
 * Makes a folder a carrier of a library by writing a marker with a new id.
 *
 * @param random 16 random bytes
 */
export async function writeMarker(
  files: CarrierFiles,
  databaseId: string,
  random: Uint8Array,
): Promise<CarrierIdentity> {
  const identity = { carrierId: `car_${toBase32(random)}`, databaseId };
  await write(files, identity);
  return identity;
}

async function write(files: CarrierFiles, { carrierId, databaseId }: CarrierIdentity): Promise<void> {
  const marker = { format: 'service-sync-carrier', version: 1, carrier_id: carrierId, database_id: databaseId };
  await files.write(MARKER, Buffer.from(`${JSON.stringify(marker)}\n`), '.tmp');
}
