import {
  type Content,
  LINK_KINDS,
  type LinkKind,
  type LinkReference,
  type NewLink,
  type NewTask,
} from '@notes/storage';

/** Parsed content of a text, without the text. */
export type TextContent = Omit<Content, 'title' | 'body'>;

/**
 * Contents as two flat lists. Copying many small objects between threads costs more than parsing short texts, since the
 * names of their fields are copied with each of them.
 */
export interface PackedContents {
  readonly numbers: Int32Array;
  readonly texts: readonly (string | null)[];
}

const REFERENCES = ['title', 'document', 'resource', 'self', 'external', 'invalid'] as const satisfies readonly [
  ...LinkReference['type'][],
];
/** Number in place of a length for a missing list. */
const NONE = -1;

/** Packs contents to be copied to another thread. */
export function packContents(contents: readonly TextContent[]): PackedContents {
  const numbers: number[] = [contents.length];
  const texts: (string | null)[] = [];
  for (const { excerpt, sizeBytes, derived } of contents) {
    const { links, resources, tasks, taskCounts, features } = derived;
    texts.push(excerpt);
    numbers.push(sizeBytes, features, links.length, tasks.length, resources?.length ?? NONE);
    if (resources !== undefined) for (const id of resources) texts.push(id);
    numbers.push(taskCounts?.open ?? NONE, taskCounts?.done ?? NONE);
    for (const link of links) packLink(link, numbers, texts);
    for (const { text, done, line, blockId, due } of tasks) {
      numbers.push(done ? 1 : 0, line);
      texts.push(text, blockId, due);
    }
  }
  return { numbers: Int32Array.from(numbers), texts };
}

/** A text equal to the target of its link is packed as null. */
function packLink(link: NewLink, numbers: number[], texts: (string | null)[]): void {
  const { kind, line, column, startByte, endByte, target, anchor, text, reference } = link;
  numbers.push(LINK_KINDS.indexOf(kind), line, column, startByte, endByte, REFERENCES.indexOf(reference.type));
  texts.push(target, anchor, text === target ? null : text);
  const named = getName(reference);
  if (named !== undefined) texts.push(named === target ? null : named);
}

const getName = (reference: LinkReference) =>
  reference.type === 'title' ? reference.title : 'id' in reference ? reference.id : undefined;

/** Restores packed contents. */
export function unpackContents({ numbers, texts }: PackedContents): TextContent[] {
  let atNumber = 0;
  let atText = 0;
  const number = () => numbers[atNumber++] as number;
  const text = () => texts[atText++] as string;
  const nullable = () => texts[atText++] as string | null;
  const list = <Item>(length: number, read: () => Item) => Array.from({ length }, read);
  const readLink = (): NewLink => {
    const kind = LINK_KINDS[number()] as LinkKind;
    const position = { line: number(), column: number(), startByte: number(), endByte: number() };
    const type = REFERENCES[number()] as LinkReference['type'];
    const target = text();
    const anchor = nullable();
    const shown = nullable() ?? target;
    const reference = readReference(type, () => nullable() ?? target);
    return { kind, ...position, target, anchor, text: shown, reference };
  };
  const readTask = (): NewTask => {
    const done = number() === 1;
    return { text: text(), done, line: number(), blockId: text(), due: nullable() };
  };
  return list(number(), () => {
    const excerpt = text();
    const [sizeBytes, features, links, tasks, resources] = [number(), number(), number(), number(), number()];
    const named = resources === NONE ? undefined : list(resources, text);
    const taskCounts = { open: number(), done: number() };
    const derived = {
      links: list(links, readLink),
      tasks: list(tasks, readTask),
      features,
      ...(named && { resources: named }),
      ...(taskCounts.open !== NONE && { taskCounts }),
    };
    return { excerpt, sizeBytes, derived };
  });
}

function readReference(type: LinkReference['type'], readName: () => string): LinkReference {
  if (type === 'title') return { type, title: readName() };
  return type === 'document' || type === 'resource' ? { type, id: readName() } : { type };
}
