import { longDate } from '../text/dates.js';
import { text } from './texts.js';

/** When something was, in words of this place; a dash for never. */
export const moment = (timestamp: string | null): string => (timestamp === null ? text.never : longDate(timestamp));
