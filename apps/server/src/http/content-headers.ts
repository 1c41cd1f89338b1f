import { MIMEType } from 'node:util';
import { create } from 'content-disposition';
import { guardHeaders } from './respond.js';

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
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/.+)$/;

/** Headers of stored bytes: whoever opens them, nothing in them runs or loads anything. */
export function contentHeaders({ sha256, mime_type, filename, download }: Content): Record<string, string | number> {
  const type = parseType(mime_type);
  const shown = isShown(type);
  if (shown && type.essence === 'text/plain') type.params.set('charset', 'utf-8');
  return {
    ...guardHeaders,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Content-Type': String(type),
    'Content-Disposition': create(filename.toWellFormed(), { type: shown && !download ? 'inline' : 'attachment' }),
    'Accept-Ranges': 'bytes',
    ETag: `"${sha256}"`,
  };
}

function parseType(text: string): MIMEType {
  try {
    return new MIMEType(text);
  } catch {
    return new MIMEType('application/octet-stream');
  }
}

/** Text may be in any encoding, but only UTF-8 is sure to be no disguise of another. */
function isShown({ essence, params }: MIMEType): boolean {
  if (essence !== 'text/plain') return SHOWN.test(essence);
  return (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
}
