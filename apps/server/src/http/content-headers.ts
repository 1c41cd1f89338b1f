import { MIMEType } from 'node:util';
import { create } from 'content-disposition';
import { guardHeaders, type Headers } from './respond.js';

/** Stored bytes with their description by the operation. */
export interface Content {
  readonly id: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  readonly filename: string;
  /** True to offer the content for download, whatever its type. */
  readonly download: boolean;
}

/** Types that browsers show without running code in them; every other type is only offered for download. */
const INLINE_TYPES = /^(?:image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/.+|text\/plain; charset=utf-8)$/;
const CHARSET = /^[\w.:+-]+$/;

/** Returns the headers of stored bytes. They prevent a browser from running or loading anything in them. */
export function createContentHeaders({ sha256, mime_type, filename, download }: Content): Headers {
  const type = toContentType(mime_type);
  const isShown =
    INLINE_TYPES.test(type) || (type.startsWith('image/') && INLINE_TYPES.test(type.split(';', 1)[0] as string));
  const place = isShown && !download ? 'inline' : 'attachment';
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

/** Returns the type to send: plain text of unknown encoding as UTF-8, an invalid type as bytes. */
function toContentType(stored: string): string {
  try {
    const { essence, params } = new MIMEType(stored);
    const charset = params.get('charset')?.toLowerCase() ?? (essence === 'text/plain' ? 'utf-8' : '');
    return CHARSET.test(charset) ? `${essence}; charset=${charset}` : essence;
  } catch {
    return 'application/octet-stream';
  }
}
