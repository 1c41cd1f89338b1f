import { fileKey, resolveTitle, titleReference } from '../src/index.js';

/** Note in the format of the vectors. */
export interface NoteRecord {
  readonly id: string;
  readonly title: string;
  readonly file_name: string | null;
  readonly notebook_path: readonly string[];
}

/** Returns the key of SPEC.md, section 1. */
export const foldName = (name: string) =>
  name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** Returns the result of a case in `resolutions.json`. */
export function resolveRecord(reference: string, notes: readonly NoteRecord[], from: readonly string[]) {
  const candidates = notes.map(({ id, title, file_name, notebook_path }) => ({
    id,
    titleKey: foldName(title),
    fileKey: file_name === null ? null : fileKey(file_name, foldName),
    notebookPath: notebook_path.map(foldName),
  }));
  const resolution = resolveTitle(titleReference(reference, foldName), candidates, from.map(foldName));
  const { status } = resolution;
  if (status === 'unresolved') return { status, targets: [] };
  const targets = status === 'resolved' ? [resolution.target] : resolution.targets;
  return { status, targets: targets.map(({ id }) => id) };
}
