/** An item of Joplin as its exports write one: a title, a body, and lines of properties at the end. */
export interface ItemText {
  readonly title: string;
  readonly body: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** What `type_` says an item is; others are of no note. */
export const TYPES = { note: '1', notebook: '2', resource: '4', tag: '5', noteTag: '6' } as const;

const PROPERTY = /^([a-z_]+):(?: (.*))?$/;

/**
 * item = [ title, { line break, line break, body } ], line break, line break, property, { line break, property } ;
 *
 * A line that is no property ends them, from the end of the text upwards; `type_` is one of them in every item.
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
