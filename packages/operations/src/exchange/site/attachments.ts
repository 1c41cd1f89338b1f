import { readFileSync } from 'node:fs';
import type { ResourceRow, WorkerReader } from '@notes/storage';
import { getEssence } from '../../notes/resources/mime-type.js';
import { canStripMetadata, MAX_IMAGE_BYTES } from './images/strip-metadata.js';
import { isStillSvg } from './still-svg.js';

/**
 * Types of attachments that a site may contain, with the file extensions by which servers tell the types. None of them
 * runs code in a page.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'text/csv': 'csv',
};
const MAX_SVG_BYTES = 5 * 1024 * 1024;
const DIGEST_DIGITS = 20;

/**
 * Attachments of a site. Each gets a path when a page first shows it, derived from its digest instead of its file name.
 */
export class ShownAttachments {
  readonly #reader: Pick<WorkerReader, 'exported' | 'resources' | 'blobs'>;
  readonly #known = new Map<string, { readonly path: string; readonly mimeType: string } | undefined>();
  published = 0;
  /** Number of attachments that a site may not contain. */
  leftOut = 0;

  constructor(reader: Pick<WorkerReader, 'exported' | 'resources' | 'blobs'>) {
    this.#reader = reader;
  }

  /** Returns the path of an attachment on the site; undefined when it is not selected or a site may not contain it. */
  find(id: string): { readonly path: string; readonly mimeType: string } | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.#place(id));
    return this.#known.get(id);
  }

  #place(id: string) {
    const resource = this.#reader.exported.isSelected(id) ? this.#reader.resources.get(id) : undefined;
    if (resource === undefined) return undefined;
    const type = getEssence(resource.mimeType);
    const ending = Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : undefined;
    const isTooLarge = canStripMetadata(type) && resource.sizeBytes > MAX_IMAGE_BYTES;
    if (ending === undefined || isTooLarge || (ending === 'svg' && !this.#isStillImage(resource))) {
      this.leftOut += 1;
      return undefined;
    }
    const path = `files/${resource.sha256.slice(0, DIGEST_DIGITS)}.${ending}`;
    this.published += 1;
    this.#reader.exported.recordPath('resources', resource.pk, path);
    return { path, mimeType: type };
  }

  #isStillImage({ sha256, sizeBytes }: ResourceRow): boolean {
    return sizeBytes <= MAX_SVG_BYTES && isStillSvg(readFileSync(this.#reader.blobs.getPath(sha256)));
  }
}
