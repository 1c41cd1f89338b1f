import { MIMEType } from 'node:util';
import { create } from 'content-disposition';
import { guardHeaders, type Headers } from './respond.js';

/** Stored bytes, as the operation that shows them describes them. */
export interface Content {
  readonly id: string;
  /** In hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  readonly filename: string;
  /** Asked for saving, whatever it is. */
  readonly download: boolean;
}

/** Types that browsers show without running anything in them; every other is only offered for saving. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/.+|text\/plain; charset=utf-8)$/;
const CHARSET = /^[\w.:+-]+$/;

/** Headers of stored bytes: whoever opens them, nothing in them runs or loads anything. */
export function contentHeaders({ sha256, mime_type, filename, download }: Content): Headers {
  const type = typeOf(mime_type);
  const place = SHOWN.test(type) && !download ? 'inline' : 'attachment';
  return {
    ...guardHeaders,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Content-Type': type,
    'Content-Disposition': create(filename.toWellFormed(), { type: place }),
    'Accept-Ranges': 'bytes',
    ETag: `"${sha256}"`,
  };
}

/** A type as it is sent: plain text of no known encoding as UTF-8, what is no type as bytes. */
function typeOf(stored: string): string {
  try {
    const { essence, params } = new MIMEType(stored);
    const charset = params.get('charset')?.toLowerCase() ?? (essence === 'text/plain' ? 'utf-8' : '');
    return CHARSET.test(charset) ? `${essence}; charset=${charset}` : essence;
  } catch {
    return 'application/octet-stream';
  }
}
