import { textLimits } from '@notes/contract';
import { clipBytes } from '../../platform/clip-bytes.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** An adapted name and the changes made to it. */
export interface AdaptedName {
  readonly name: string;
  readonly changes: readonly string[];
}

/** Adapts a title: one line of at most 1,024 bytes. */
export function adaptTitle(title: string): AdaptedName {
  return adapt(title, textLimits.title);
}

/** Adapts a notebook name: one line of at most 255 bytes, trimmed, not empty, without a slash. */
export function adaptNotebookName(folder: string): AdaptedName {
  const parted = folder.replaceAll('/', '-');
  const { name, changes } = adapt(parted, textLimits.name);
  const slash = parted === folder ? [] : ['slashes replaced by dashes'];
  const trimmed = name.trim();
  if (trimmed === '') return { name: 'Untitled', changes: [...slash, ...changes, 'blank name replaced'] };
  return { name: trimmed, changes: [...slash, ...changes] };
}

function adapt(text: string, maxBytes: number): AdaptedName {
  const line = text.replace(CONTROL, ' ');
  const name = clipBytes(line, maxBytes);
  return {
    name,
    changes: [
      ...(line === text ? [] : ['control characters replaced by spaces']),
      ...(name === line ? [] : [`shortened to ${maxBytes.toLocaleString('en')} bytes`]),
    ],
  };
}
