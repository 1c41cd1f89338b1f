import type { Library } from '../../src/index.js';

/** Describes everything that an import makes without ids, so that libraries with equal contents have equal dumps. */
export function logicalDump({ store }: Library): string[] {
  return store.read((reader) => {
    const rows = reader.notebooks.all().filter(({ builtin }) => !builtin);
    const path = (pk: number | null): string => {
      const row = rows.find((each) => each.pk === pk);
      return row === undefined ? '' : `${path(row.parentPk)}/${row.name}`;
    };
    const notes = rows.flatMap((row) =>
      reader.documents.listInNotebook(row.pk, 100_000).map((note) => {
        const links = reader.links.outgoing(note.pk).map((link) => [link.target, link.state, link.line]);
        const revisions = reader.revisions.list(note.pk, 10).map(({ title, origin }) => [title, origin]);
        const { title, tags, createdAt, updatedAt, features } = note as typeof note & { features?: number };
        const body = reader.documents.getWithBody(note.id)?.body;
        const imported = reader.provenance.isImported(note.pk);
        const facts = { title, tags, createdAt, updatedAt, features, body, links, revisions, imported };
        return `${path(row.pk)}: ${JSON.stringify(facts)}`;
      }),
    );
    return [...rows.map(({ pk }) => path(pk)), ...notes].sort();
  });
}
