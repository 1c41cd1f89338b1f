import type { Output as Result } from '@notes/contract';
import { FINDINGS_EXIT } from '../failures.js';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber } from '../text.js';

type Localized = Result<'localizeRemoteMedia'>;

const NOTE = { document_id: '<note>' } as const;
const REFUSED_EXIT = 1;

/** `notes media policy` */
export const mediaPolicy: Presentation<'getMediaPolicy'> = {
  render: {
    table: (policy, out) => {
      for (const line of alignColumns(Object.entries(policy).map(([name, value]) => [name, formatValue(value)])))
        out.line(line);
    },
  },
};

const formatValue = (value: unknown) => (Array.isArray(value) ? value.join(', ') || 'none' : String(value));

/** `notes media check` */
export const mediaCheck: Presentation<'checkMediaUrl'> = {
  render: {
    table: ({ allowed, reasons }, out) => out.line(allowed ? 'allowed' : `refused: ${reasons.join(', ')}`),
  },
  exitCode: ({ allowed }) => (allowed ? 0 : REFUSED_EXIT),
};

/** `notes media scan` */
export const mediaScan: Presentation<'scanRemoteMedia'> = {
  positional: NOTE,
  run: (call, { document_id }) => call.invoke('scanRemoteMedia', { document_id: findNoteId(call, document_id) }),
  render: { table: showScan },
};

function showScan({ items, total, truncated }: Result<'scanRemoteMedia'>, out: Output): void {
  const rows = items.map(({ line, column, decision, reasons, url }) => [
    `${line}:${column}`,
    [decision, ...reasons].join(' '),
    url,
  ]);
  for (const line of alignColumns(rows)) out.line(line);
  out.notice(total === 0 ? 'No remote images.' : `${formatCount(total, 'remote image')}.`);
  if (truncated) out.notice('The list is incomplete: there are more.');
}

/** `notes media localize` */
export const mediaLocalize: Presentation<'localizeRemoteMedia'> = {
  positional: NOTE,
  inputs: {
    base_revision_id: null,
    urls: { flags: '--url <url>', description: 'Only this address, as notes media scan prints it. May be repeated.' },
  },
  run: async (call, { document_id: note, ...rest }) => {
    const document_id = findNoteId(call, note);
    const { current_revision_id } = await call.invoke('getDocument', { document_id });
    return call.invoke('localizeRemoteMedia', { ...rest, document_id, base_revision_id: current_revision_id });
  },
  render: {
    table: showLocalized,
    ids: ({ items }, out) => {
      for (const { resource_id } of items) if (resource_id !== undefined) out.line(resource_id);
    },
  },
  exitCode: ({ items }) => (items.every(({ status }) => status === 'localized') ? 0 : FINDINGS_EXIT),
};

function showLocalized({ items }: Localized, out: Output): void {
  const rows = items.map(({ status, resource_id = '', reasons, url }) => [
    status,
    resource_id || reasons.join(', '),
    url,
  ]);
  for (const line of alignColumns(rows)) out.line(line);
  const done = items.filter(({ status }) => status === 'localized').length;
  out.notice(
    items.length === 0 ? 'No remote images.' : `${formatNumber(done)} of ${formatNumber(items.length)} localized.`,
  );
}
