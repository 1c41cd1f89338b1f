import { readFileSync } from 'node:fs';
import type { ElsewhereReader, ResourceRow } from '@notes/storage';
import { isCleaned, LARGEST_IMAGE } from './images/without-metadata.js';
import { isStillSvg } from './still-svg.js';

/** What may lie on a site, with the ending that a server tells its type by. Nothing in it runs in a page. */
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
const LARGEST_SVG = 5 * 1024 * 1024;
const DIGITS = 20;

/** Attachments of a site, which get a place when a page first shows them: named by what they hold, not by their names. */
export class ShownAttachments {
  readonly #reader: Pick<ElsewhereReader, 'exported' | 'resources' | 'blobs'>;
  readonly #known = new Map<string, { readonly path: string; readonly mimeType: string } | undefined>();
  published = 0;
  /** How many may not lie on a site. */
  leftOut = 0;

  constructor(reader: Pick<ElsewhereReader, 'exported' | 'resources' | 'blobs'>) {
    this.#reader = reader;
  }

  /** Where an attachment is; undefined where the selection does not have it, or it may not lie on a site. */
  find(id: string): { readonly path: string; readonly mimeType: string } | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.#place(id));
    return this.#known.get(id);
  }

  #place(id: string) {
    const resource = this.#reader.exported.isSelected(id) ? this.#reader.resources.get(id) : undefined;
    if (resource === undefined) return undefined;
    const ending = ENDINGS[resource.mimeType];
    const isTooLarge = isCleaned(resource.mimeType) && resource.sizeBytes > LARGEST_IMAGE;
    if (ending === undefined || isTooLarge || (ending === 'svg' && !this.#isStill(resource))) {
      this.leftOut += 1;
      return undefined;
    }
    const path = `files/${resource.sha256.slice(0, DIGITS)}.${ending}`;
    this.published += 1;
    this.#reader.exported.place('resources', resource.pk, path);
    return { path, mimeType: resource.mimeType };
  }

  #isStill({ sha256, sizeBytes }: ResourceRow): boolean {
    return sizeBytes <= LARGEST_SVG && isStillSvg(readFileSync(this.#reader.blobs.pathOf(sha256)));
  }
}
