import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  SELECTION_KINDS,
  type SelectedEntity,
  type SelectionHeader,
  selectionManifest,
} from '../src/index.js';
import vectors from '../vectors/selections.json' with { type: 'json' };

const SEED = 20_261_121;
const HEADER: SelectionHeader = { databaseId: 'db_x', target: 'full_archive', policy: {} };

/** The text a manifest hashes, and its digest. */
function manifest(header: SelectionHeader, entities: readonly SelectedEntity[]): { text: string; sha256: string } {
  let text = '';
  const hash = createHash('sha256');
  const selection = selectionManifest(header, () => ({
    update: (piece) => {
      text += Buffer.from(piece).toString();
      hash.update(piece);
    },
    digestHex: () => hash.digest('hex'),
  }));
  for (const entity of entities) selection.add(entity);
  const sha256 = selection.digest();
  return { text, sha256 };
}

const ids = fc.stringMatching(/^[a-z0-9][a-z0-9_.:-]{1,9}$/);
const entities = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...SELECTION_KINDS), id: ids }), {
  selector: ({ kind, id }) => `${kind} ${id}`,
  minLength: 2,
  maxLength: 20,
});

const sortEntities = (unsorted: readonly SelectedEntity[]) =>
  unsorted.toSorted((a, b) => Buffer.from(`${a.kind}\n${a.id}`).compare(Buffer.from(`${b.kind}\n${b.id}`)));

describe('the manifest of a selection', () => {
  it.each(vectors)('vector: $name', ({ header, entities, manifest: text, sha256 }) => {
    const { database_id: databaseId, ...rest } = header;
    const made = manifest({ databaseId, ...rest }, entities as SelectedEntity[]);
    expect(made).toEqual({ text: text.join(''), sha256 });
    expect(createHash('sha256').update(text.join('')).digest('hex')).toBe(sha256);
  });

  it('has a header and a canonical line for each entity, ordered by the bytes of kind and id', () => {
    fc.assert(
      fc.property(entities, (some) => {
        const { text } = manifest(HEADER, sortEntities(some));
        const [header, ...lines] = text.split('\n');
        expect(JSON.parse(header as string)).toMatchObject({ database_id: 'db_x', format: 'service-selection' });
        expect(lines).toEqual([...sortEntities(some).map(({ id, kind }) => canonicalJson({ id, kind })), '']);
      }),
      { seed: SEED },
    );
  });

  it('has the same digest for entities added by kind', () => {
    fc.assert(
      fc.property(entities, (some) => {
        const sorted = sortEntities(some);
        const selection = selectionManifest(HEADER);
        for (const kind of SELECTION_KINDS)
          selection.addAll(
            kind,
            sorted.filter((entity) => entity.kind === kind).map(({ id }) => id),
          );
        expect(selection.digest()).toBe(manifest(HEADER, sorted).sha256);
      }),
      { seed: SEED },
    );
  });

  it('throws RangeError for any other order and for repetition', () => {
    fc.assert(
      fc.property(entities, fc.nat(), (some, pick) => {
        const right = sortEntities(some);
        const at = pick % (right.length - 1);
        const [first, second] = right.slice(at, at + 2) as [SelectedEntity, SelectedEntity];
        expect(() => manifest(HEADER, right.with(at, second).with(at + 1, first))).toThrow(RangeError);
        expect(() => manifest(HEADER, right.with(at + 1, first))).toThrow(RangeError);
      }),
      { seed: SEED },
    );
  });

  it('has different digests for different libraries, targets and policies', () => {
    const others: SelectionHeader[] = [
      HEADER,
      { ...HEADER, databaseId: 'db_y' },
      { ...HEADER, target: 'subset_transfer' },
      { ...HEADER, policy: { all_revisions: true } },
      { ...HEADER, policy: { all_revisions: false } },
    ];
    expect(new Set(others.map((header) => manifest(header, []).sha256)).size).toBe(others.length);
  });

  it.each(['', 'x', 'Doc', 'doc x', 'döc', `d${'x'.repeat(128)}`])('throws TypeError for an invalid id: %j', (id) => {
    expect(() => manifest(HEADER, [{ kind: 'documents', id }])).toThrow(TypeError);
  });

  it('throws TypeError for an unknown kind', () => {
    expect(() => manifest(HEADER, [{ kind: 'jobs' as 'tags', id: 'job_1' }])).toThrow(TypeError);
  });
});
