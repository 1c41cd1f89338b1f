import type { ArchiveErrorCode } from '@notes/archive-manifest';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyArchiveFolder } from '../../src/exchange/archive/verify-archive-folder.js';
import { copySource, first, place, refusal, restore, type Source, setBody, wholeSource } from './hostile.js';

let whole: Source;

beforeEach(async () => {
  whole = await wholeSource();
});

const NOBODY = 'doc_nobody';
const makeBundle = ({ sha256, sizeBytes }: Source['blobs'][number]) => ({
  id: 'bundle_1',
  sha256,
  size_bytes: sizeBytes,
  kind: 'zip',
  created_at: '2026-01-01T00:00:00.000Z',
});
const garden = ({ notebooks }: Source['records']) => first(notebooks.filter(({ builtin }) => !builtin));
const beds = ({ search_notebooks }: Source['records']) => first(search_notebooks.filter(({ builtin }) => !builtin));

/** Archives whose well-formed records, with valid digests, violate one rule each. */
const RECORDS: readonly [name: string, code: ArchiveErrorCode, change: (source: Source) => void][] = [
  [
    'a second collection',
    'archive_record_invalid',
    ({ records }) => {
      records.collections.push({ ...first(records.collections), id: 'other' });
    },
  ],
  [
    'a notebook with a missing parent',
    'archive_reference_broken',
    ({ records }) => {
      Object.assign(garden(records), { parent_id: 'nb_none', depth: 1 });
      records.notebooks.sort((a, b) => a.depth - b.depth);
    },
  ],
  [
    'a notebook with a wrong depth',
    'archive_reference_broken',
    ({ records }) => {
      garden(records).depth = 1;
      records.notebooks.sort((a, b) => a.depth - b.depth);
    },
  ],
  [
    'a duplicate notebook',
    'archive_id_duplicate',
    ({ records }) => {
      records.notebooks.push({ ...first(records.notebooks), depth: 1, parent_id: 'nb_notes' });
    },
  ],
  [
    'two notebooks with the same name',
    'archive_record_invalid',
    ({ records }) => {
      const twin = garden(records);
      records.notebooks.push({ ...twin, id: `${twin.id}x`, name: twin.name.toUpperCase() });
      records.notebooks.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  ],
  [
    'a notebook falsely marked as builtin',
    'archive_record_invalid',
    ({ records }) => {
      garden(records).builtin = true;
    },
  ],
  [
    'a notebook falsely marked as read-only',
    'archive_record_invalid',
    ({ records }) => {
      garden(records).read_only = true;
    },
  ],
  [
    'a notebook with a slash in its name',
    'archive_record_invalid',
    ({ records }) => {
      garden(records).name = '../../etc';
    },
  ],
  [
    'a notebook with the name of the Help notebook',
    'archive_record_invalid',
    ({ records }) => {
      const help = records.notebooks.findIndex(({ id }) => id === 'nb_help');
      records.notebooks.splice(help, 1);
      garden(records).name = 'help';
    },
  ],
  [
    'a saved search with a line break in its name',
    'archive_record_invalid',
    ({ records }) => {
      beds(records).name = 'a\nb';
    },
  ],
  [
    'a tag without a name',
    'archive_record_invalid',
    ({ records }) => {
      first(records.tags).name = 'a//b';
    },
  ],
  [
    'two tags with the same name',
    'archive_record_invalid',
    ({ records }) => {
      records.tags.push({ ...first(records.tags), id: 'tag_zz' });
    },
  ],
  [
    'a note in a missing notebook',
    'archive_reference_broken',
    ({ records }) => {
      first(records.documents).notebook_id = 'nb_none';
    },
  ],
  [
    'a note in the Help notebook',
    'archive_reference_broken',
    ({ records }) => {
      first(records.documents).notebook_id = 'nb_help';
    },
  ],
  [
    'a note with a line break in its title',
    'archive_record_invalid',
    ({ records }) => {
      first(records.documents).title = 'a\u2028b';
    },
  ],
  [
    'a note with an id of another kind',
    'archive_record_invalid',
    ({ records }) => {
      first(records.documents).id = 'aaa';
    },
  ],
  [
    'a note with a missing current revision',
    'archive_reference_broken',
    ({ records }) => {
      first(records.documents).current_revision_id = 'rev_none';
    },
  ],
  [
    'a note with the current revision of another note',
    'archive_reference_broken',
    ({ records }) => {
      first(records.documents).current_revision_id = (records.revisions.at(-1) as { id: string }).id;
    },
  ],
  [
    'a note with another title than its current revision',
    'archive_record_invalid',
    ({ records }) => {
      first(records.documents).title = '';
    },
  ],
  [
    'a note with the year 0',
    'archive_record_invalid',
    ({ records }) => {
      first(records.documents).created_at = '0000-12-31T23:59:59.999Z';
    },
  ],
  [
    'a revision created before 1970',
    'archive_record_invalid',
    ({ records }) => {
      first(records.revisions).created_at = '1969-12-31T23:59:59.999Z';
    },
  ],
  [
    'a saved search with an invalid query',
    'archive_record_invalid',
    ({ records }) => {
      beds(records).query = '(((((';
    },
  ],
  [
    'a note with an unknown source kind',
    'archive_record_invalid',
    ({ records }) => {
      first(records.provenance).source_kind = 'evil';
    },
  ],
  [
    'an attachment with an unknown source kind',
    'archive_record_invalid',
    ({ records }) => {
      const imported_at = first(records.resources).created_at;
      first(records.resources).sources = [{ source_kind: 'evil', source_id: 'a.png', imported_at }];
    },
  ],
  [
    'a revision of a missing note',
    'archive_reference_broken',
    ({ records }) => {
      records.revisions.unshift({ ...first(records.revisions), document_id: 'doc_0', id: 'rev_0' });
    },
  ],
  [
    'a revision of a note after the last one',
    'archive_reference_broken',
    ({ records }) => {
      records.revisions.push({ ...first(records.revisions), document_id: 'doc_zz', id: 'rev_zz' });
    },
  ],
  [
    'a duplicate revision',
    'archive_id_duplicate',
    ({ records }) => {
      const last = records.revisions.at(-1) as Source['records']['revisions'][number];
      records.revisions.push({ ...last, ordinal: last.ordinal + 1, id: first(records.revisions).id });
    },
  ],
  [
    'a gap in the history',
    'archive_reference_broken',
    ({ records }) => {
      for (const each of records.revisions.filter(({ document_id }) => document_id === first(records.documents).id))
        each.ordinal += 1;
    },
  ],
  [
    'a revision with a wrong digest',
    'archive_record_invalid',
    ({ records }) => {
      first(records.revisions).body = 'something else';
    },
  ],
  [
    'a revision with a wrong size',
    'archive_record_invalid',
    ({ records }) => {
      first(records.revisions).body_bytes += 1;
    },
  ],
  [
    'a revision with a NUL character',
    'archive_record_invalid',
    ({ records }) => {
      setBody(first(records.revisions), 'a\0b');
    },
  ],
  [
    'a revision with a missing blob',
    'archive_reference_broken',
    (source) => {
      const long = first(source.records.revisions.filter(({ body }) => body === null));
      source.blobs = source.blobs.filter(({ sha256 }) => sha256 !== long.body_sha256);
    },
  ],
  [
    'a revision with an unknown origin',
    'archive_record_invalid',
    ({ records }) => {
      first(records.revisions).origin = 'elsewhere';
    },
  ],
  [
    'a revision with parents',
    'archive_record_invalid',
    ({ records }) => {
      first(records.revisions).parent_ids = ['rev_none'];
    },
  ],
  [
    'a tag of a missing note',
    'archive_reference_broken',
    ({ records }) => {
      records.document_tags.push({ document_id: NOBODY, tag_id: first(records.tags).id });
    },
  ],
  [
    'a note with a missing tag',
    'archive_reference_broken',
    ({ records }) => {
      first(records.document_tags).tag_id = 'tag_none';
    },
  ],
  [
    'an attachment with a missing blob',
    'archive_reference_broken',
    (source) => {
      source.blobs = source.blobs.filter(({ sha256 }) => sha256 !== first(source.records.resources).sha256);
    },
  ],
  [
    'an attachment with a wrong size',
    'archive_reference_broken',
    ({ records }) => {
      first(records.resources).size_bytes += 1;
    },
  ],
  [
    'an attachment with a path as its name',
    'archive_record_invalid',
    ({ records }) => {
      first(records.resources).filename = '../../outside/canary';
    },
  ],
  [
    'an attachment with a line break in its type',
    'archive_record_invalid',
    ({ records }) => {
      first(records.resources).mime_type = 'text/html\r\nset-cookie: a=b';
    },
  ],
  [
    'an attachment of a missing note',
    'archive_reference_broken',
    ({ records }) => {
      records.document_resources.push({ ...first(records.document_resources), document_id: NOBODY });
    },
  ],
  [
    'a link of a missing note',
    'archive_reference_broken',
    ({ records }) => {
      records.links.push({ ...first(records.links), document_id: NOBODY });
    },
  ],
  [
    'a source of a missing note',
    'archive_reference_broken',
    ({ records }) => {
      first(records.provenance).document_id = NOBODY;
    },
  ],
  [
    'a bundle with an id of another kind',
    'archive_record_invalid',
    ({ records, blobs }) => {
      records.source_bundles.push({ ...makeBundle(first(blobs)), id: 'res_1' });
    },
  ],
  [
    'a bundle with a missing blob',
    'archive_reference_broken',
    ({ records, blobs }) => {
      records.source_bundles.push({ ...makeBundle(first(blobs)), sha256: '0'.repeat(64) });
    },
  ],
  [
    'a wrong digest of the selection',
    'archive_selection_mismatch',
    ({ about }) => {
      Object.assign(about.snapshot, { selection_manifest_sha256: '0'.repeat(64) });
    },
  ],
  [
    'an invalid library id',
    'archive_record_invalid',
    ({ about }) => {
      Object.assign(about.snapshot, { database_id: 'c:evil' });
    },
  ],
];

describe('restoreArchive of an archive with invalid records', () => {
  it('[ARC-UNRESTORED] restores the unchanged archive that the other cases alter', async () => {
    const outcome = await restore(place(whole));
    expect(outcome).toMatchObject({ restored: true, report: { ok: true, warnings: [] } });
  });

  it('[ARC-RESTORE] accepts two notes with the same source and a note dated before 1970', async () => {
    const source = copySource(whole);
    const { documents, provenance } = source.records;
    const origin = first(provenance);
    const { id: document_id } = first(documents.filter(({ id }) => id !== origin.document_id));
    provenance.push({ ...origin, document_id });
    provenance.sort((a, b) => (a.document_id < b.document_id ? -1 : 1));
    first(documents).created_at = '0001-01-01T00:00:00.000Z';
    expect((await restore(place(source))).restored).toBe(true);
  });

  it.each(RECORDS)('[ARC-UNRESTORED] is refused: %s', async (_, code, change) => {
    const source = copySource(whole);
    change(source);
    expect(await refusal(place(source))).toContain(code);
  });

  it('[ARC-SEMANTIC] is reported by verification at level 4, but not at level 3', async () => {
    const source = copySource(whole);
    first(source.records.document_tags).tag_id = 'tag_none';
    const { archive } = place(source);
    expect(await verifyArchiveFolder({ directory: archive, level: 3 }, {})).toMatchObject({ ok: true });
    const report = await verifyArchiveFolder({ directory: archive, level: 4 }, {});
    const path = ['document_tags', first(source.records.document_tags).document_id, 'tag_none'];
    expect(report).toMatchObject({ ok: false, level: 4, problems: [{ code: 'archive_reference_broken', path }] });
  });

  it('[ARC-RESTORE] derives links and embedded attachments from the texts where the records differ, with a warning', async () => {
    const source = copySource(whole);
    source.records.links.pop();
    source.records.document_resources = [];
    const outcome = await restore(place(source));
    const warnings = [{ code: 'archive_links_differ', detail: 'Links and embedded attachments that differ: 2' }];
    expect(outcome).toMatchObject({ restored: true, report: { warnings } });
  });
});
