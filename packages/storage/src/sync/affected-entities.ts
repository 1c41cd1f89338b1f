import type { LoggedOperation } from '@notes/sync-protocol';
import type { AppliedChanges } from './materialize-notes.js';
import type { AffectedEntities, AffectedIds } from './materializer.js';
import { getSubjectId } from './op-log.js';

/** Returns the entities that operations affect, to be materialized again. */
export function findAffected(operations: Iterable<LoggedOperation>): AffectedEntities {
  const [kinds, subjects] = [new Set<string>(), new Set<string>()];
  for (const { operation } of operations) {
    kinds.add(operation.op.slice(0, operation.op.indexOf('.')));
    subjects.add(getSubjectId(operation));
  }
  const isNamed = [...subjects].some((subject) => subject.startsWith('cfl_'));
  return {
    notebooks: kinds.has('nb') || isNamed,
    tags: kinds.has('tag'),
    searches: kinds.has('sn') || isNamed,
    ...groupByKind(subjects),
  };
}

/** Groups ids of entities that can be materialized one by one. */
export function groupByKind(ids: Iterable<string>): AffectedIds {
  const all = [...ids];
  const of = (prefix: string) => new Set(all.filter((id) => id.startsWith(prefix)));
  return { resources: of('res_'), bundles: of('bundle_'), documents: of('doc_') };
}

/** Returns the notes of which operations affect only the import sources. */
export function findSourceChanges(operations: Iterable<LoggedOperation>): Set<string> {
  const [sources, others] = [new Set<string>(), new Set<string>()];
  for (const { operation } of operations)
    (operation.op === 'src.provenance' ? sources : others).add(getSubjectId(operation));
  return new Set([...sources].filter((id) => id.startsWith('doc_') && !others.has(id)));
}

/** Returns the revisions in operations, and the last change of each entity. */
export function summarizeChanges(operations: readonly LoggedOperation[]): AppliedChanges {
  const revisions = new Set<string>();
  const changedAt = new Map<string, number>();
  for (const { operation } of operations) {
    if (operation.op === 'doc.write') revisions.add(operation.rev);
    // The device that resolves a conflict counts only the revision that it writes as a change of the note, and the
    // device that imports a note none of its sources.
    if (operation.op === 'conflict.resolve' || operation.op === 'src.provenance') continue;
    const id = getSubjectId(operation);
    changedAt.set(id, Math.max(changedAt.get(id) ?? operation.w, operation.w));
  }
  return { revisions, changedAt };
}
