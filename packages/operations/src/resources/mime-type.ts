import { MIMEType } from 'node:util';

const UNKNOWN = 'application/octet-stream';
/** What no type there is comes near. */
const LONGEST = 255;
const CHARSET = /^[a-z0-9][a-z0-9._:+-]{0,39}$/;

/** A type in lower case with no parameter but its charset; what is no type is `application/octet-stream`. */
export function cleanMimeType(sent: string): string {
  const type = parse(sent);
  if (type === undefined || type.essence.length > LONGEST) return UNKNOWN;
  const charset = type.params.get('charset')?.toLowerCase() ?? '';
  return CHARSET.test(charset) ? `${type.essence}; charset=${charset}` : type.essence;
}

function parse(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}
