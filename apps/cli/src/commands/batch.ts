import { type Output as Result, ServiceError } from '@notes/contract';
import { FINDINGS_EXIT, UsageError } from '../failures.js';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Answer, Call, Presentation, Values } from '../presentation.js';
import { STANDARD_INPUT } from '../read-bytes.js';
import { readText } from '../read-text.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber } from '../text.js';
import { addFailed, type FoundNote, filterFound, findOrFail, makeEmptyReport } from './found-notes.js';

type Report = Result<'runBatch'>;
interface Item {
  readonly document_id: string;
  readonly base_revision_id?: string;
}

/**
 * Largest number of notes of one call. Larger batches are split into several calls, in which each note succeeds or
 * fails by itself.
 */
const MAX_ITEMS_PER_CALL = 500;

/** Presentation of the results of a batch. */
export const batchAnswer: Pick<Answer<Report>, 'render' | 'exitCode'> = {
  render: {
    table,
    ids: ({ items }, out) => {
      for (const { status, document_id, new_document_id } of items)
        if (status === 'applied') out.line(new_document_id ?? document_id);
    },
  },
  exitCode: ({ counts }) => (counts.failed > 0 ? FINDINGS_EXIT : 0),
};

/** `notes batch` */
export const batch: Presentation<'runBatch'> = {
  summary:
    'Apply one operation to the notes on standard input, with an outcome for each. The exit code is 10 when a note fails. Without --atomic, the others are changed.',
  inputs: {
    mode: null,
    items: null,
    notebook_id: { flags: '-n, --notebook <notebook>', description: 'Target notebook: an id, a name or a path.' },
    tags: { flags: '-t, --tags <tag>', description: 'Tag for add_tags or remove_tags. May be repeated.' },
  },
  extra: { atomic: { flags: '--atomic', description: 'Change all notes, or none when one fails.' } },
  run,
  ...batchAnswer,
};

async function run(call: Call, { atomic, notebook_id, ...rest }: Values): Promise<Report> {
  const found = await readItems(call, { needsRevision: rest.operation === 'trash', isAtomic: atomic === true });
  if (found.length === 0) throw new UsageError('Standard input names no notes. Write one note per line');
  const asked = {
    ...rest,
    mode: atomic === true ? 'atomic' : 'best_effort',
    ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
  };
  const items = filterFound(found);
  const many = items.length > MAX_ITEMS_PER_CALL;
  if (many && (atomic === true || rest.request_key !== undefined))
    throw new UsageError(
      `--atomic and --request-key take at most ${MAX_ITEMS_PER_CALL} notes, and standard input names ${items.length}`,
    );
  const reports: Report[] = [];
  for (let from = 0; from < items.length; from += MAX_ITEMS_PER_CALL)
    reports.push(await call.invoke('runBatch', { ...asked, items: items.slice(from, from + MAX_ITEMS_PER_CALL) }));
  const [first = makeEmptyReport(rest.operation), ...others] = reports;
  return addFailed(others.reduce(mergeReports, first), found);
}

interface ReadOptions {
  readonly needsRevision: boolean;
  /** True when a name without a note refuses the whole batch. */
  readonly isAtomic: boolean;
}

/** Reads one note per line from standard input, by any name of a note, or by its id with the expected revision. */
async function readItems(call: Call, { needsRevision, isAtomic }: ReadOptions): Promise<FoundNote<Item>[]> {
  const text = await readText(call, STANDARD_INPUT, 'standard input');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const items: FoundNote<Item>[] = [];
  for (const line of lines) {
    const [, id, revision] = /^\s*(doc_\w+)(?:\s+(rev_\w+))?\s*$/.exec(line) ?? [];
    const name = line.trim();
    const find = () => id ?? findNoteId(call, name);
    const found = isAtomic ? { note: find() } : findOrFail(name, find);
    if ('failed' in found) items.push(found);
    else {
      const document_id = found.note;
      const base = revision ?? (needsRevision ? await readCurrentRevision(call, document_id) : undefined);
      items.push({ note: { document_id, ...(base !== undefined && { base_revision_id: base }) } });
    }
  }
  return items;
}

/** Returns the current revision of a note; undefined for a missing note, which the batch reports. */
export async function readCurrentRevision(call: Call, document_id: string): Promise<string | undefined> {
  try {
    return (await call.invoke('getDocument', { document_id })).current_revision_id;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function mergeReports(a: Report, b: Report): Report {
  const sum = (name: keyof Report['counts']) => a.counts[name] + b.counts[name];
  return {
    ...a,
    replayed: a.replayed && b.replayed,
    items: [...a.items, ...b.items],
    counts: {
      applied: sum('applied'),
      skipped: sum('skipped'),
      failed: sum('failed'),
      rolled_back: sum('rolled_back'),
    },
  };
}

function table({ items, counts, replayed }: Report, out: Output): void {
  const listedItems = items.filter(
    ({ status, new_document_id }) => status !== 'applied' || new_document_id !== undefined,
  );
  const rows = listedItems.map((item) => [item.document_id, item.status.replace('_', ' '), formatDetail(item)]);
  for (const line of alignColumns(rows)) out.line(line);
  const others = (['skipped', 'failed', 'rolled_back'] as const).filter((name) => counts[name] > 0);
  const each = others.map((name) => `, ${formatNumber(counts[name])} ${name.replace('_', ' ')}`).join('');
  out.notice(`${formatCount(counts.applied, 'note')} changed${each}.`);
  if (replayed) out.notice('This request was carried out before. Nothing was changed now.');
}

const formatDetail = ({ new_document_id, reason, error }: Report['items'][number]) =>
  new_document_id ?? error?.message ?? reason?.replaceAll('_', ' ') ?? '';
