import { z } from 'zod';
import { type NameKind, nameKinds } from '../manual/command-table.js';
import type { Output } from '../output.js';
import type { Call, OwnCommand, Values } from '../presentation.js';
import { toInlineText } from '../text.js';

/** Timeout of the search for names, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 150;
const MAX_NAMES = 50;

const input = z.strictObject({ kind: z.enum(nameKinds), word: z.string().optional() });

interface Completion {
  readonly names: readonly string[];
}

/** `notes __complete`: returns names of the library to the scripts of `notes completion`. */
export const complete = {
  summary: 'List names that begin with a word.',
  input,
  cli: { command: '__complete', positional: ['kind', 'word'], examples: ['notes __complete notebooks Pro'] },
  run: async (call: Call, values: Values): Promise<Completion> => {
    const since = performance.now();
    const { kind, word = '' } = input.parse(values);
    const prefix = word.replaceAll(/\\(.)|^["']/g, '$1');
    const names = (await lookUp[kind](call, prefix)).filter(
      (name) => startsWith(name, prefix) && toInlineText(name) === name,
    );
    return { names: performance.now() - since > LOOKUP_TIMEOUT_MS ? [] : names.slice(0, MAX_NAMES) };
  },
  render: {
    table: ({ names }: Completion, out: Output) => {
      for (const name of names) out.line(name);
    },
  },
} satisfies OwnCommand<Completion>;

const startsWith = (name: string, begun: string) => name.toLowerCase().startsWith(begun.toLowerCase());

const lookUp: Readonly<Record<NameKind, (call: Call, begun: string) => Promise<string[]>>> = {
  notes: async (call, begun) => {
    if ([...begun.trim()].length < 2) return [];
    const { suggestions } = await call.invoke('suggestLinks', { q: begun, limit: MAX_NAMES });
    return suggestions.map(({ title }) => title);
  },
  trashed: async (call) => (await call.invoke('listTrash', { limit: MAX_NAMES })).documents.map(({ title }) => title),
  notebooks: async (call) => (await call.invoke('listNotebooks', {})).notebooks.map(({ name }) => name),
  tags: async (call) => (await call.invoke('listTags', {})).tags.map(({ name }) => name),
  jobs: async (call) => (await call.invoke('listJobs', { limit: MAX_NAMES })).jobs.map(({ job_id }) => job_id),
};
