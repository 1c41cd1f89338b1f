const DATA = /^data:(image\/[\w.+-]+)((?:;[^,;]*)*),/i;
/** Endings of file names that differ from the type's name. */
const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico' };

/** Returns the file in a `data:` address of an image; undefined when the address is invalid. */
export function decodeImage(address: string, name: string): File | undefined {
  const [head, type, parameters = ''] = DATA.exec(address) ?? [];
  if (head === undefined || type === undefined) return undefined;
  const kind = type.slice('image/'.length).toLowerCase();
  try {
    const content = decodeURIComponent(address.slice(head.length));
    const part = /;base64$/i.test(parameters) ? decodeBase64(content) : content;
    return new File([part], `${name}.${ENDINGS[kind] ?? kind}`, { type });
  } catch {
    return undefined;
  }
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
