import { z } from 'zod';
import { toBase32 } from '../base32.js';
import { CarrierError, type CarrierIdentity } from '../carrier/carrier.js';
import type { CarrierFiles } from './carrier-files.js';

const MARKER = 'service-sync-carrier.json';
const MARKER_MOST_BYTES = 4096;

const markerSchema = z.strictObject({
  format: z.literal('service-sync-carrier'),
  version: z.literal(1),
  carrier_id: z.string().regex(/^car_[0-9a-hjkmnp-tv-z]{26}$/),
  database_id: z.string().regex(/^db_[0-9a-hjkmnp-tv-z]{26}$/),
});

/** Null where there is no marker. @throws CarrierError `not_a_carrier` for one that cannot be understood */
export async function readMarker(files: CarrierFiles): Promise<CarrierIdentity | null> {
  const bytes = await files.read(MARKER, MARKER_MOST_BYTES);
  if (bytes === null) return null;
  const marker = markerSchema.safeParse(parsed(Buffer.from(bytes).toString('utf8')));
  if (!marker.success) throw new CarrierError('not_a_carrier', `${MARKER} is none that can be understood`);
  return { carrierId: marker.data.carrier_id, databaseId: marker.data.database_id };
}

/** Makes a folder a carrier of a library, under an id of its own. @param random 16 random bytes */
export async function writeMarker(
  files: CarrierFiles,
  databaseId: string,
  random: Uint8Array,
): Promise<CarrierIdentity> {
  const carrierId = `car_${toBase32(random)}`;
  const marker = { format: 'service-sync-carrier', version: 1, carrier_id: carrierId, database_id: databaseId };
  await files.write(MARKER, Buffer.from(`${JSON.stringify(marker)}\n`), '.tmp');
  return { carrierId, databaseId };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
