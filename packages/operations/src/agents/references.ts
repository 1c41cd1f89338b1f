/** An identifier of a note or notebook in the arguments of a call, or a name in its place. */
export interface Reference {
  readonly kind: 'note' | 'notebook';
  readonly text: string;
  /** Place in the arguments, such as `items.0.document_id`. */
  readonly path: string;
}

/** Arguments that hold identifiers, one or a list. */
const KINDS: Readonly<Record<string, Reference['kind']>> = {
  document_id: 'note',
  document_ids: 'note',
  from: 'note',
  to: 'note',
  roots: 'note',
  notebook_id: 'notebook',
  notebooks: 'notebook',
};

/**
 * Replaces the identifiers of notes and notebooks in the arguments of a call, in the items of a batch and in a selection.
 *
 * @param given - arguments of the call as received
 */
export function mapReferences(given: unknown, replace: (reference: Reference) => string): unknown {
  const inFields = (fields: unknown, prefix: string): unknown => {
    if (!isFields(fields)) return fields;
    const entries = Object.entries(fields).map(([name, value]) => [name, inField(name, value, `${prefix}${name}`)]);
    return Object.fromEntries(entries);
  };
  const inField = (name: string, value: unknown, path: string): unknown => {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) return value;
    const inValue = (text: unknown, at: string) =>
      typeof text === 'string' ? replace({ kind, text, path: at }) : text;
    return Array.isArray(value) ? value.map((text, index) => inValue(text, `${path}.${index}`)) : inValue(value, path);
  };
  if (!isFields(given)) return given;
  const { items, selection } = given;
  return {
    ...(inFields(given, '') as object),
    ...(Array.isArray(items) && { items: items.map((item, index) => inFields(item, `items.${index}.`)) }),
    ...(isFields(selection) && { selection: inFields(selection, 'selection.') }),
  };
}

/** Lists the identifiers of notes and notebooks in the arguments of a call. */
export function listReferences(given: unknown): Reference[] {
  const found: Reference[] = [];
  mapReferences(given, (reference) => {
    found.push(reference);
    return reference.text;
  });
  return found;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
