import type { Output } from '@notes/contract';
import { shownTitle } from '../../ui/note-link.js';
import { text } from './texts.js';

type Subject = Pick<Output<'listConflicts'>['conflicts'][number], 'title'>;

/** What the thing a conflict is about is called. */
export const subjectOf = ({ title }: Subject): string => (title === null ? text.gone : shownTitle(title));
