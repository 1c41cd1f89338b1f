import fc from 'fast-check';
import { type OpenedLibrary, uploadBytes } from '../support.js';
import { describeLibrary } from './exchange.js';

const LINES = ['one', 'two', 'three', 'four'];

const kinds = [
  ...(['create', 'edit', 'edit', 'edit', 'title', 'tag', 'untag', 'move', 'trash', 'restore', 'purge'] as const),
  ...(['notebook', 'rename', 'nest', 'dissolve', 'retag', 'search', 'unsearch', 'upload', 'attach', 'detach'] as const),
  ...(['upload', 'embed', 'embed', 'discard', 'discard'] as const),
  ...(['pass', 'pass'] as const),
];
export const step = fc.record({
  who: fc.nat({ max: 2 }),
  kind: fc.constantFrom(...kinds),
  which: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const at = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)];
const NAMES = ['Work', 'work', 'Home', 'Größe'];
const TAGS = ['x', 'X', 'y', 'y/z'];

/** Performs a step, which may be refused when its object does not exist. */
export async function act({ kind, which, other }: Step, member: OpenedLibrary, serial: number): Promise<void> {
  const { call } = member;
  const { notes, notebooks, searches } = describeLibrary(member);
  const [active, trashed] = [false, true].map((is) => Object.entries(notes).filter(([, note]) => note.trashed === is));
  const [document_id, note] = at(active ?? [], which) ?? [];
  const [trashed_id] = at(trashed ?? [], which) ?? [];
  const notebook_id = at(Object.keys(notebooks), which);
  const another = at([null, ...Object.keys(notebooks)], other) ?? null;
  const target = { document_id, base_revision_id: note?.revisionId };
  const tag = at(TAGS, other);
  switch (kind) {
    case 'create':
      await call('createDocument', {
        title: `T${serial}`,
        body: LINES.map((line) => `${line}\n`).join(''),
        tags: [tag],
      });
      break;
    case 'edit': {
      const lines = (note?.body ?? '').split('\n');
      lines[other % Math.max(1, lines.length - 1)] = `w${serial}`;
      await call('replaceDocument', { ...target, title: note?.title, body: lines.join('\n') });
      break;
    }
    case 'title':
      await call('replaceDocument', { ...target, title: `N${serial}`, body: note?.body });
      break;
    case 'tag':
      await call('addDocumentTag', { document_id, tag });
      break;
    case 'untag':
      await call('removeDocumentTag', { document_id, tag });
      break;
    case 'move':
      await call('moveDocument', { ...target, notebook_id: another ?? 'nb_notes' });
      break;
    case 'trash':
      await call('trashDocument', target);
      break;
    case 'restore':
      await call('restoreDocument', { document_id: trashed_id });
      break;
    case 'purge':
      await call('purgeDocument', { document_id: trashed_id, confirmation: `purge-document:${trashed_id}` });
      break;
    case 'notebook':
      await call('createNotebook', {
        name: at(NAMES, other),
        parent_notebook_id: at([null, notebook_id ?? null], which),
      });
      break;
    case 'rename':
      await call('updateNotebook', { notebook_id, name: at(NAMES, other) });
      break;
    case 'nest':
      await call('updateNotebook', { notebook_id, parent_notebook_id: another });
      break;
    case 'dissolve':
      await call('deleteNotebook', { notebook_id });
      break;
    case 'retag':
      await call('renameTag', { from: at(TAGS, which), to: tag, dry_run: false });
      break;
    case 'search':
      await call('createSearchNotebook', { name: at(NAMES, other), query: 'one' });
      break;
    case 'unsearch':
      await call('deleteSearchNotebook', { search_notebook_id: at(Object.keys(searches), which) });
      break;
    case 'upload': {
      const { id } = await uploadBytes(member, `bytes ${other}`, { filename: `${other}.txt` });
      await call('attachResource', { document_id, resource_id: id });
      break;
    }
    case 'attach':
    case 'detach': {
      const attachments = Object.values(notes).flatMap((each) => each.attachments);
      const [resource_id] = at(attachments, other)?.split(' ') ?? [];
      await call(kind === 'attach' ? 'attachResource' : 'detachResource', { document_id, resource_id });
      break;
    }
    case 'embed': {
      const lines = (note?.body ?? '').split('\n');
      lines[which % Math.max(1, lines.length - 1)] =
        `![](resource://default/resources/${at(listResources(member), other)})`;
      await call('replaceDocument', { ...target, title: note?.title, body: lines.join('\n') });
      break;
    }
    case 'discard': {
      const resource_id = at(listResources(member), other);
      for (const [id, { attachments }] of Object.entries(notes))
        if (attachments.some((each) => each.startsWith(`${resource_id} `)))
          await call('detachResource', { document_id: id, resource_id });
      await call('deleteResource', { resource_id, confirmation: `delete-resource:${resource_id}` });
      break;
    }
    default:
  }
}

/** Returns the ids of all attachments that a library knows, deleted ones too. */
function listResources({ library }: OpenedLibrary): string[] {
  const operations = library.store.read(({ sync }) => sync.log.listByPrefix('res'));
  return [...new Set(operations.flatMap(({ operation }) => (operation.op === 'res.create' ? operation.resource : [])))];
}

/** Ignores refusals of the service and throws any other error. */
export function ignoreRefusals(error: unknown): void {
  if ((error as Error).name !== 'ServiceError') throw error;
  if ((error as { code: string }).code === 'internal_error') throw error;
}
