import { classifyTarget, decodePercentEscapes } from '../target.js';
import { type Reference, toLinkKind } from './references.js';

/** Link or image with a path, possibly of a file beside the note. Offsets are UTF-16. */
export interface FileLink extends Omit<Reference, 'target'> {
  /** Path as a file system has it: escapes and entities resolved, without anchor. */
  path: string;
}

/** Lists the references whose target can only be a title or a path. */
export const listFileLinks = (references: readonly Reference[]): FileLink[] =>
  references.filter(isPath).map(toFileLink);

const isPath = ({ kind, target, anchor }: Reference) =>
  classifyTarget({ kind: toLinkKind(kind), target, anchor }).type === 'title';

function toFileLink({ target, ...link }: Reference): FileLink {
  const isWritten = link.kind === 'wikilink' || link.kind === 'embed';
  return { ...link, path: isWritten ? target : decodePercentEscapes(target) };
}
