/** An exported Joplin item: a title, a body, and property lines at the end. */
export interface ItemText {
  readonly title: string;
  readonly body: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** Item types in `type_`. Other types do not concern notes. */
export const TYPES = { note: '1', notebook: '2', resource: '4', tag: '5', noteTag: '6' } as const;

const PROPERTY = /^([a-z_]+):(?: (.*))?$/;

/**
 * Parses an exported item.
 *
 * item = [ title, { line break, line break, body } ], line break, line break, property, { line break, property } ;
 *
 * Properties are read from the end of the text upwards, until a line that is not a property. Every item has `type_`.
 *
 * @returns undefined when the text is not an item
 */
export function readItem(text: string): ItemText | undefined {
  const lines = text.trimEnd().split('\n');
  const properties = new Map<string, string>();
  let end = lines.length;
  for (; end > 0; end -= 1) {
    const [, name, value = ''] = PROPERTY.exec((lines[end - 1] as string).replace(/\r$/, '')) ?? [];
    if (name === undefined) break;
    if (!properties.has(name)) properties.set(name, value);
  }
  if (!properties.has('type_') || (end > 0 && lines[end - 1]?.trim() !== '')) return undefined;
  const [title = '', , ...body] = lines.slice(0, Math.max(0, end - 1));
  return { title: title.trim(), body: body.join('\n'), properties };
}
