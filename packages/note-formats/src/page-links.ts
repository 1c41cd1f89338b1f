import type { FileItem, NoteItem } from './item.js';
import { FileIndex, isFileLink, type ResolvedFile } from './markdown/file-index.js';
import type { Resolve } from './source.js';

/**
 * Resolves links between pages and files by path. The part after a `?` is ignored when the full path does not exist.
 */
export function resolvePages(
  notes: readonly (NoteItem & FileItem)[],
  others: readonly FileItem[],
  skipped: readonly string[],
  /** Keys of notes that replace other files, by the paths of these files. */
  standIns: ReadonlyMap<string, string> = new Map(),
): Resolve {
  const index = new FileIndex([...notes, ...others], skipped);
  const keys = new Map([...standIns, ...notes.map(({ path, key }) => [path, key] as const)]);
  return (note, link) => {
    const folder = note.path.split('/').slice(0, -1);
    const [asWritten, withoutQuery] = [link.path, link.path.replace(/\?.*$/s, '')].map((path) =>
      index.resolve({ path, folder, inVault: false }),
    ) as [ResolvedFile, ResolvedFile];
    const found = typeof asWritten === 'string' ? withoutQuery : asWritten;
    if (typeof found === 'string') return isFileLink(link) ? found : undefined;
    const key = keys.get(found.path);
    return key === undefined ? found : { note: key };
  };
}
