import { expect } from 'vitest';
import type { ReceivedBlob, ResourceRow, UnitOfWork } from '../src/index.js';
import { derive } from './derive.js';

/** Minimal model of a note with attachments. */
export interface HoldingNote {
  readonly id: string;
  readonly body: string;
  /** Attachments added by hand, each with its relation: `res_1 cover`. */
  readonly attached: ReadonlySet<string>;
}

const IDS = ['res_1', 'res_2', 'res_3'];
const RELATIONS = ['attachment', 'cover'];
export const getResourceId = (number: number) => IDS[number % IDS.length] as string;
export const getRelation = (number: number) => RELATIONS[number % RELATIONS.length] as string;

/** Model of the existing attachments, the notes that use them, and the times since which they are unused. */
export class ResourceModel {
  readonly #unattached = new Map<string, ResourceRow['unattached']>();
  readonly #unit: UnitOfWork;
  readonly #bytes: ReceivedBlob;
  readonly #notes: () => readonly HoldingNote[];

  constructor(unit: UnitOfWork, bytes: ReceivedBlob, notes: () => readonly HoldingNote[]) {
    this.#unit = unit;
    this.#bytes = bytes;
    this.#notes = notes;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#unattached.keys());
  }

  get(id: string): ResourceRow | undefined {
    const row = this.#unit.resources.get(id);
    expect(row?.id).toBe(this.#unattached.has(id) ? id : undefined);
    return row;
  }

  /** Creates the attachment when it is missing. */
  store(id: string, at: number): void {
    if (this.#unattached.has(id)) return;
    const adopted = this.#unit.resources.adopt(this.#bytes, { id, filename: 'a', mimeType: 'a/b', at });
    expect(adopted).toMatchObject({ resource: { id }, deduplicated: true });
    this.#unattached.set(id, { at, why: 'uploaded' });
  }

  /** Deletes the attachment when it is unused. */
  remove(id: string): void {
    const row = this.get(id);
    if (row === undefined || this.#unit.resources.countUses(row.pk).notes > 0) return;
    this.#unit.resources.remove(row);
    this.#unattached.delete(id);
  }

  /** Runs a change and records the attachments that become unused. */
  applyChange(change: () => void, why: 'detached' | 'purged', at: number): void {
    const before = this.#listUsed();
    change();
    const after = this.#listUsed();
    for (const id of this.ids) {
      if (after.has(id)) this.#unattached.set(id, null);
      else if (before.has(id)) this.#unattached.set(id, { at, why });
    }
  }

  expectSame(): void {
    const { documents, resources } = this.#unit;
    for (const note of this.#notes()) {
      const stored = resources.listForDocument(documents.get(note.id)?.pk as number);
      expect(stored.map(({ id, relationType }) => `${id} ${relationType}`).sort()).toEqual(this.#listRelations(note));
    }
    const relations = this.#notes().flatMap((note) => this.#listRelations(note));
    expect(resources.counts()).toEqual({ resources: this.ids.size, documentResources: relations.length });
    for (const id of IDS) {
      const row = this.get(id);
      if (row === undefined) continue;
      expect([id, row.unattached]).toEqual([id, this.#unattached.get(id)]);
      const holders = this.#notes().filter((note) =>
        this.#listRelations(note).some((held) => held.startsWith(`${id} `)),
      );
      const trashed = holders.filter((note) => documents.get(note.id)?.deletedAt !== null);
      expect(resources.countUses(row.pk)).toEqual({ notes: holders.length, trashed: trashed.length });
    }
  }

  #listRelations({ body, attached }: HoldingNote): string[] {
    const embedded = derive(body).links.flatMap(({ reference }) =>
      reference.type === 'resource' && this.#unattached.has(reference.id) ? `${reference.id} embedded` : [],
    );
    return [...new Set([...attached, ...embedded])].sort();
  }

  #listUsed(): Set<string> {
    return new Set(
      this.#notes().flatMap((note) => this.#listRelations(note).map((held) => held.split(' ')[0] as string)),
    );
  }
}
