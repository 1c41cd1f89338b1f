import { type Output as Result, ServiceError } from '@notes/contract';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { STANDARD_INPUT } from '../read-bytes.js';
import { readText } from '../read-text.js';
import { alignColumns, printCsv } from '../table.js';
import { formatNoteLink, toOneLine } from '../text.js';

type Found = Exclude<Result<'runNoteQuery'>, { error: string }>;
type Row = Found['rows'][number];

/** `notes query run` */
export const queryRun: Presentation<'runNoteQuery', Found> = {
  summary: 'Run a note-query block from a file or standard input.',
  positional: { block: '[file]' },
  argumentDescriptions: {
    block:
      'File with the lines query:, fields:, sort: and limit:, with or without the fence. Default: standard input, also as -.',
  },
  run,
  render: {
    table,
    csv: (found, out) => printCsv(cells(found), out),
    md: ({ rows }, out) => {
      for (const { title, uri } of rows) out.line(`- ${formatNoteLink(title, uri)}`);
    },
    ids: ({ rows }, out) => {
      for (const { document_id } of rows) out.line(document_id);
    },
  },
};

/** A note shows an error of its block in place; this command rejects the block as an invalid value. */
async function run(call: Call, { block }: Values): Promise<Found> {
  const text = await readText(
    call,
    String(block ?? STANDARD_INPUT),
    block === undefined ? 'standard input' : undefined,
  );
  const answer = await call.invoke('runNoteQuery', { block: text });
  if ('error' in answer) throw new ServiceError('validation_failed', answer.error);
  for (const warning of answer.warnings ?? []) call.out.notice(toOneLine(warning));
  return answer;
}

function table(found: Found, out: Output): void {
  const [heading = '', ...lines] = alignColumns(cells(found).map((row) => row.map(String)));
  if (lines.length === 0) out.notice('No note matches.');
  else out.line(out.dim(heading));
  for (const line of lines) out.line(line);
  if (found.truncated) out.notice('The list is incomplete. To list up to 100 notes, set limit in the block.');
}

/** Returns the names of the fields, then the values of each note. */
function cells({ spec, rows }: Found): (string | number)[][] {
  return [spec.fields, ...rows.map((row) => spec.fields.map((field) => cell(row[field])))];
}

const cell = (value: Row[keyof Row]): string | number => (Array.isArray(value) ? value.join(' ') : (value ?? ''));
