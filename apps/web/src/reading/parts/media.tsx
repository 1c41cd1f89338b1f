import type { Output } from '@notes/contract';
import { contentPath } from '../render/links.js';
import './media.css';

export type Resource = Output<'listDocumentResources'>['resources'][number];

/** The attachments of a note, by id. */
export type ResourceTable = ReadonlyMap<string, Resource>;

/** What shows an attachment: images as such, sound and film in a player, other files as a card. */
export function Media({ resource, alt }: { readonly resource: Resource; readonly alt: string }) {
  const { id, filename, mime_type, size_bytes } = resource;
  const path = contentPath(id);
  const [kind] = mime_type.split('/', 1);
  if (kind === 'image') return <img src={path} alt={alt} loading="lazy" />;
  // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions of its own.
  if (kind === 'audio') return <audio src={path} controls preload="metadata" aria-label={alt || filename} />;
  // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions of its own.
  if (kind === 'video') return <video src={path} controls preload="metadata" aria-label={alt || filename} />;
  return (
    <a class="file-card" href={`${path}?download=true`}>
      <b>
        <bdi>{filename}</bdi>
      </b>
      <span>
        {mime_type} · {size_bytes.toLocaleString()} bytes
      </span>
    </a>
  );
}
