import { isId, operations, textLimits } from '@notes/contract';
import type { NoteRules } from '@notes/note-formats';

const tagName = operations.addDocumentTag.input.shape.tag;

/** Rules of a library for the notes of a source. */
export const NOTE_RULES: NoteRules = {
  maxTextBytes: textLimits.body,
  maxTags: 100,
  readTag: (name) => {
    const result = tagName.safeParse(name);
    return result.success ? { tag: result.data } : { problem: String(result.error.issues[0]?.message) };
  },
  isNoteId: (text) => isId('document', text),
};
