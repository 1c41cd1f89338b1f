import type { UnitOfWork } from '@notes/storage';
import { attachTags } from '../../notes/documents/create.js';
import { newId } from '../../platform/ids.js';
import { type Candidate, type Decision, decide, type Policy } from './decide.js';
import type { Identity } from './identity.js';
import { applyMetadata, type ImportedMetadata, locateFolder, toMetadata } from './metadata.js';
import type { NotebookPlacer } from './notebook-placer.js';
import type { Outcome } from './outcome.js';
import { type ParsedNote, resolveTimes } from './parse-note.js';

/** Decides about one note and writes the result. See {@link decide}. */
export function applyCandidate(
  unit: UnitOfWork,
  places: NotebookPlacer,
  policy: Policy,
  candidate: Candidate,
  at: number,
): Outcome {
  const decision = decide(unit, policy, candidate);
  switch (decision.kind) {
    case 'settled':
      return decision.outcome;
    case 'insert':
      return insert(unit, places, candidate, at);
    case 'remember': {
      const { current, source, base, notebookPk } = decision;
      unit.provenance.setMetadata(current, source, encodeMetadata(candidate, notebookPk, base));
      return decision.outcome;
    }
    case 'update':
      return update(unit, places, decision, candidate, at);
  }
}

/** Serialises the metadata of the source and the notebook of the note for storage. */
function encodeMetadata(candidate: Candidate, notebookPk: number, base?: ImportedMetadata | null): string {
  const { note, folder, sourceName, rootName } = candidate;
  const isNew = base === undefined || (base?.source ?? sourceName) !== sourceName;
  const generation = isNew ? candidate.generation : (base?.generation ?? 0);
  const metadata: ImportedMetadata = {
    ...toMetadata(note, folder),
    notebook_pk: notebookPk,
    source: sourceName,
    root: rootName,
    ...(generation > 0 && { generation }),
  };
  return JSON.stringify(metadata);
}

const newRevision = (note: ParsedNote, at: number) => ({
  ...note.content,
  revisionId: newId('revision'),
  origin: 'import',
  at,
});

function insert(unit: UnitOfWork, places: NotebookPlacer, candidate: Candidate, at: number): Outcome {
  const { folder, note, identities, byId } = candidate;
  const id = chooseId(unit, candidate);
  const notebookPk = places.findOrCreateNotebook(folder);
  const pk = unit.documents.insert({
    ...newRevision(note, at),
    ...resolveTimes(note),
    id,
    notebookPk,
    fileName: note.fileName,
  });
  attachTags(unit, pk, note.tags, at);
  const isThatNote = byId !== undefined && id === note.documentId;
  const from = isThatNote ? byId : (identities[0] as Identity).source;
  unit.provenance.record({ pk, id }, from, note.digest, at, encodeMetadata(candidate, notebookPk));
  return { status: 'imported', documentId: id, warnings: note.warnings };
}

/** Returns the id by which other notes link to the note, or its exported id; a new id when another note has it. */
function chooseId(unit: UnitOfWork, { documentId, note }: Candidate): string {
  const wanted = documentId ?? note.documentId;
  return wanted === undefined || unit.documents.get(wanted) !== undefined ? newId('document') : wanted;
}

/** Applies the changes of the source. Local changes to metadata stay. */
function update(
  unit: UnitOfWork,
  places: NotebookPlacer,
  { known, current, withText, warnings }: Decision & { readonly kind: 'update' },
  candidate: Candidate,
  at: number,
): Outcome {
  const { note } = candidate;
  const isOther = current.title !== note.content.title || current.body !== note.content.body;
  if (withText && isOther) unit.documents.revise(current, newRevision(note, at));
  const revisedAt = withText ? resolveTimes(note).updatedAt : undefined;
  const now = toMetadata(note, locateFolder(known.base, candidate));
  const change = { current, base: known.base, now, revisedAt };
  const notebookPk = applyMetadata(unit, places, change, at);
  if (known.source !== undefined)
    unit.provenance.record(current, known.source, note.digest, at, encodeMetadata(candidate, notebookPk, known.base));
  return { status: 'updated', documentId: current.id, warnings: [...note.warnings, ...warnings] };
}
