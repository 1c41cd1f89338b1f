import { MIN_TITLE_CHARACTERS, type NameKind, nameKinds } from '@notes/operations/names';
import { z } from 'zod';
import { MAX_NAMES, selectNames, toPrefix } from '../completion-names.js';
import type { Output } from '../output.js';
import type { Call, OwnCommand, Values } from '../presentation.js';

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
    const prefix = toPrefix(word);
    return { names: selectNames(await lookUp[kind](call, prefix), prefix, since) };
  },
  render: {
    table: ({ names }: Completion, out: Output) => {
      for (const name of names) out.line(name);
    },
  },
} satisfies OwnCommand<Completion>;

const lookUp: Readonly<Record<NameKind, (call: Call, begun: string) => Promise<string[]>>> = {
  notes: async (call, begun) => {
    if ([...begun.trim()].length < MIN_TITLE_CHARACTERS) return [];
    const { suggestions } = await call.invoke('suggestLinks', { q: begun, limit: MAX_NAMES });
    return suggestions.map(({ title }) => title);
  },
  trashed: async (call) => (await call.invoke('listTrash', { limit: MAX_NAMES })).documents.map(({ title }) => title),
  notebooks: async (call) => (await call.invoke('listNotebooks', {})).notebooks.map(({ name }) => name),
  tags: async (call) => (await call.invoke('listTags', {})).tags.map(({ name }) => name),
  jobs: async (call) => (await call.invoke('listJobs', { limit: MAX_NAMES })).jobs.map(({ job_id }) => job_id),
};
