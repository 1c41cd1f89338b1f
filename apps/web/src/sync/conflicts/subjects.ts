import type { Output } from '@notes/contract';
import { formatTitle } from '../../ui/note-link.js';
import { text } from './texts.js';

type Subject = Pick<Output<'listConflicts'>['conflicts'][number], 'title'>;

/** Returns the name of the subject of a conflict. */
export const getSubject = ({ title }: Subject): string => (title === null ? text.deletedNote : formatTitle(title));
