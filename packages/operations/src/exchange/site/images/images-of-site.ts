import { Readable } from 'node:stream';
import type { Output } from '@notes/contract';
import { type ExportedAttachment, StorageError } from '@notes/storage';
import type { Attendance } from '../../export/attendance.js';
import type { Snapshot } from '../../export/snapshot.js';
import { isCleaned, LARGEST_IMAGE, withoutMetadata } from './without-metadata.js';

type Places = Output<'planPublication'>['images_with_place'];

const LISTED = 20;

/** Finds the images of a selection whose metadata contain a location. */
export async function imagesWithPlace({ reader }: Snapshot, attendance: Attendance): Promise<Places> {
  const examples: Places['examples'] = [];
  let count = 0;
  for (const { id, filename, mimeType, sha256, sizeBytes } of reader.exported.attachments()) {
    if (!isCleaned(mimeType) || sizeBytes > LARGEST_IMAGE) continue;
    const { hasPlace } = withoutMetadata(mimeType, await bytesOf(reader, sha256));
    if (hasPlace && count++ < LISTED) examples.push({ resource_id: id, filename });
    await attendance.breathe();
  }
  return { count, examples };
}

/** Reads the bytes of an attachment; empty when they are lost or damaged, which the export reports later. */
async function bytesOf({ blobs }: Snapshot['reader'], sha256: string): Promise<Buffer> {
  const file = await blobs.open(sha256);
  try {
    return Buffer.concat(file === undefined ? [] : await Readable.from(file.readAll()).toArray());
  } catch (error) {
    if (error instanceof StorageError) return Buffer.alloc(0);
    throw error;
  } finally {
    await file?.close();
  }
}

/** Strips the metadata from the images of a site and counts the images that had any. */
export class CleanImages {
  cleaned = 0;

  async *copy({ mimeType }: ExportedAttachment, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    if (!isCleaned(mimeType)) {
      yield* pieces;
      return;
    }
    const whole: Buffer[] = [];
    for await (const piece of pieces) whole.push(piece);
    const source = Buffer.concat(whole);
    const { bytes } = withoutMetadata(mimeType, source);
    if (!bytes.equals(source)) this.cleaned += 1;
    yield bytes;
  }
}
