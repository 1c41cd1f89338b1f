import type { Output } from '@notes/contract';
import { contentPath } from '../../api/client.js';
import { isPdf, PdfCard } from '../../pdf/pdf-card.js';
import { bytes } from '../../text/numbers.js';
import { makeVisible } from '../../text/visible.js';
import { Picture, type PictureSize } from './picture.js';
import './media.css';

export type Resource = Output<'listDocumentResources'>['resources'][number];

/** Attachments of a note, by id. */
export type ResourceTable = ReadonlyMap<string, Resource>;

/** Properties needed to show an attachment. */
export type MediaFile = Pick<Resource, 'id' | 'filename' | 'mime_type' | 'size_bytes'>;

export const isImage = ({ mime_type }: MediaFile): boolean => mime_type.startsWith('image/');

interface MediaProps extends PictureSize {
  readonly resource: MediaFile;
  readonly alt: string;
}

/** Shows an attachment: images inline, sound and video in a player, other files as a card; that of a PDF opens it in place. */
export function Media({ resource, alt, ...size }: MediaProps) {
  const { id, filename, mime_type, size_bytes } = resource;
  const path = contentPath(id);
  if (isImage(resource)) return <Picture src={path} alt={alt} {...size} />;
  const [kind] = mime_type.split('/', 1);
  // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions of its own.
  if (kind === 'audio') return <audio src={path} controls preload="metadata" aria-label={alt || filename} />;
  // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions of its own.
  if (kind === 'video') return <video src={path} controls preload="metadata" aria-label={alt || filename} />;
  if (isPdf(resource)) return <PdfCard file={resource} />;
  return (
    <a class="file-card" href={`${path}?download=true`}>
      <b>
        <bdi>{makeVisible(filename)}</bdi>
      </b>
      <span>
        {mime_type} · {bytes(size_bytes)}
      </span>
    </a>
  );
}
