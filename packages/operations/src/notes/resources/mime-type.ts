import { MIMEType } from 'node:util';

/** Type of unknown bytes. */
export const UNKNOWN_TYPE = 'application/octet-stream';
/** Characters, more than any registered type has. */
const MAX_TYPE_LENGTH = 255;
const CHARSET = /^[a-z0-9][a-z0-9._:+-]{0,39}$/;

/**
 * Normalises a media type to lower case without parameters other than its charset. Returns `application/octet-stream`
 * for an invalid type.
 */
export function cleanMimeType(sent: string): string {
  const type = parse(sent);
  if (type === undefined || type.essence.length > MAX_TYPE_LENGTH) return UNKNOWN_TYPE;
  const charset = type.params.get('charset')?.toLowerCase() ?? '';
  return CHARSET.test(charset) ? `${type.essence}; charset=${charset}` : type.essence;
}

/** Returns a type without its parameters, in lower case, for comparisons. */
export const getEssence = (mimeType: string): string => (mimeType.split(';', 1)[0] as string).trim().toLowerCase();

function parse(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}
