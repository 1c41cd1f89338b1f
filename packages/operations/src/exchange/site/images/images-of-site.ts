import { Readable } from 'node:stream';
import type { Output } from '@notes/contract';
import { type ExportedAttachment, StorageError } from '@notes/storage';
import type { ExportProgress } from '../../export/export-progress.js';
import type { Snapshot } from '../../export/snapshot.js';
import { canStripMetadata, MAX_IMAGE_BYTES, stripMetadata } from './strip-metadata.js';

type LocatedImages = Output<'planPublication'>['images_with_place'];

const MAX_LISTED_IMAGES = 20;

/** Finds the images of a selection whose metadata contain a location. */
export async function findLocatedImages({ reader }: Snapshot, progress: ExportProgress): Promise<LocatedImages> {
  const examples: LocatedImages['examples'] = [];
  let count = 0;
  for (const { id, filename, mimeType, sha256, sizeBytes } of reader.exported.attachments()) {
    if (!canStripMetadata(mimeType) || sizeBytes > MAX_IMAGE_BYTES) continue;
    const { hasLocation } = stripMetadata(mimeType, await readBytes(reader, sha256));
    if (hasLocation && count++ < MAX_LISTED_IMAGES) examples.push({ resource_id: id, filename });
    await progress.step();
  }
  return { count, examples };
}

/** Reads the bytes of an attachment; empty when they are lost or damaged, which the export reports later. */
async function readBytes({ blobs }: Snapshot['reader'], sha256: string): Promise<Buffer> {
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
    if (!canStripMetadata(mimeType)) {
      yield* pieces;
      return;
    }
    const whole: Buffer[] = [];
    for await (const piece of pieces) whole.push(piece);
    const source = Buffer.concat(whole);
    const { bytes } = stripMetadata(mimeType, source);
    if (!bytes.equals(source)) this.cleaned += 1;
    yield bytes;
  }
}
