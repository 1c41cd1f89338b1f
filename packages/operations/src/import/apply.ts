import type { UnitOfWork } from '@notes/storage';
import { attachTags } from '../documents/create.js';
import { newId } from '../ids.js';
import { type Candidate, type Decision, decide, type Outcome, type Policy } from './decide.js';
import { type ImportedMetadata, metadataOf, takeMetadata } from './metadata.js';
import { type ParsedNote, timesOf } from './parse-note.js';
import type { Places } from './place.js';

/** Writes one note as {@link decide} says. */
export function apply(unit: UnitOfWork, places: Places, policy: Policy, candidate: Candidate, at: number): Outcome {
  const decision = decide(unit, policy, candidate);
  switch (decision.kind) {
    case 'settled':
      return decision.outcome;
    case 'insert':
      return insert(unit, places, candidate, at);
    case 'remember': {
      const { current, source } = decision;
      unit.provenance.learn(current, source, remembered(candidate, current.notebookPk));
      return decision.outcome;
    }
    case 'update':
      return update(unit, places, decision, candidate, at);
  }
}

/** What the source says besides, and where its note is, as it is stored. */
function remembered({ note, folder }: Candidate, notebookPk: number): string {
  const metadata: ImportedMetadata = { ...metadataOf(note, folder), notebook_pk: notebookPk };
  return JSON.stringify(metadata);
}

const newRevision = (note: ParsedNote, at: number) => ({
  ...note.content,
  revisionId: newId('revision'),
  origin: 'import',
  at,
});

function insert(unit: UnitOfWork, places: Places, candidate: Candidate, at: number): Outcome {
  const { folder, note, source, byId } = candidate;
  const id = freeId(unit, candidate);
  const notebookPk = places.notebookOf(folder);
  const pk = unit.documents.insert({
    ...newRevision(note, at),
    ...timesOf(note),
    id,
    notebookPk,
    fileName: note.fileName,
  });
  attachTags(unit, pk, note.tags, at);
  const isThatNote = byId !== undefined && id === note.documentId;
  const from = isThatNote ? byId : source;
  unit.provenance.record({ pk, id }, from, note.digest, at, remembered(candidate, notebookPk));
  return { status: 'imported', documentId: id, warnings: note.warnings };
}

/** The id that other notes link to it by, or that it was exported with, unless another note has it. */
function freeId(unit: UnitOfWork, { documentId, note }: Candidate): string {
  const wanted = documentId ?? note.documentId;
  return wanted === undefined || unit.documents.get(wanted) !== undefined ? newId('document') : wanted;
}

/** Takes over what the source says now; what somebody has changed here besides the text stays. */
function update(
  unit: UnitOfWork,
  places: Places,
  { known, current, withText, warnings }: Decision & { readonly kind: 'update' },
  candidate: Candidate,
  at: number,
): Outcome {
  const { note, folder } = candidate;
  const isOther = current.title !== note.content.title || current.body !== note.content.body;
  if (withText && isOther) unit.documents.revise(current, newRevision(note, at));
  const revisedAt = withText ? timesOf(note).updatedAt : undefined;
  const change = { current, base: known.base, now: metadataOf(note, folder), revisedAt };
  const notebookPk = takeMetadata(unit, places, change, at);
  if (known.source !== undefined)
    unit.provenance.record(current, known.source, note.digest, at, remembered(candidate, notebookPk));
  return { status: 'updated', documentId: current.id, warnings: [...note.warnings, ...warnings] };
}
