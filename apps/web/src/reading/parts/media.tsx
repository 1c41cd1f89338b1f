import type { Output } from '@notes/contract';
import { contentPath } from '../../api/client.js';
import { isPdf, PdfCard } from '../../pdf/pdf-card.js';
import { bytes } from '../../text/numbers.js';
import { makeVisible } from '../../text/visible.js';
import { Picture, type PictureSize } from './picture.js';
import { useFailure } from './use-failure.js';
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
  readonly title?: string | undefined;
}

/**
 * Shows an attachment: images inline, sound and video in a player, other files as a card; that of a PDF opens it in place.
 * Media in a format that this browser does not know are files like others.
 */
export function Media({ resource, alt, ...rest }: MediaProps) {
  const { mime_type } = resource;
  if (isImage(resource))
    return (
      <Picture src={contentPath(resource.id)} alt={alt} isScalable={mime_type === 'image/svg+xml'} {...rest}>
        <FileCard file={resource} />
      </Picture>
    );
  const [kind] = mime_type.split('/', 1);
  if (kind === 'audio' || kind === 'video') return <Player file={resource} kind={kind} label={alt} />;
  if (isPdf(resource)) return <PdfCard file={resource} />;
  return <FileCard file={resource} />;
}

interface PlayerProps {
  readonly file: MediaFile;
  readonly kind: 'audio' | 'video';
  readonly label: string;
}

/** Player of an attachment, which has no captions of its own. */
function Player({ file, kind: Kind, label }: PlayerProps) {
  const src = contentPath(file.id);
  const [hasFailed, recordFailure] = useFailure(src);
  if (hasFailed) return <FileCard file={file} />;
  // A player that has begun keeps its position, whatever happens to it later.
  const handleError = ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => {
    if (currentTarget.readyState === HTMLMediaElement.HAVE_NOTHING) recordFailure();
  };
  return <Kind src={src} controls preload="metadata" aria-label={label || file.filename} onError={handleError} />;
}

const FileCard = ({ file: { id, filename, mime_type, size_bytes } }: { readonly file: MediaFile }) => (
  <a class="file-card" href={`${contentPath(id)}?download=true`}>
    <b>
      <bdi>{makeVisible(filename)}</bdi>
    </b>
    <span>
      {mime_type} · {bytes(size_bytes)}
    </span>
  </a>
);
