import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Mode, Presentation } from '../presentation.js';
import { printCsv, printSection } from '../table.js';
import { formatCount, formatNumber, formatTitle } from '../text.js';
import { noteRenderers } from './note-renderers.js';

type Report = Result<'getGraphReport'>;
type ListedNote = Report['orphans'][number];

const writeNote: Mode<Result<'writeGraphReport'>> = {
  flag: { flags: '--write-note', description: 'Save the report as a note in Reports, in place of the previous one.' },
  run: (call, { write_note, ...rest }) => call.invoke('writeGraphReport', rest),
  render: noteRenderers,
};

const csv: Mode<Report> = {
  flag: { flags: '--csv', description: 'Print the most linked notes as CSV. Same as -o csv.' },
  run: (call, { csv: asked, ...rest }) => call.invoke('getGraphReport', rest),
  render: { csv: hubLines },
};

/** `notes graph report` */
export const graphReport: Presentation<'getGraphReport'> = {
  modes: { write_note: writeNote, csv },
  render: { table, csv: hubLines },
};

function hubLines({ hubs }: Report, out: Output): void {
  const rows = hubs.map(({ document_id, title, incoming }) => [document_id, title, incoming]);
  printCsv([['document_id', 'title', 'incoming'], ...rows], out);
}

function table(report: Report, out: Output): void {
  const { note_count, link_count, orphan_count, isolated_count, hubs } = report;
  out.line(`${formatCount(note_count, 'note')}, ${formatCount(link_count, 'link')} between them`);
  printSection(
    `Most linked`,
    hubs.map((hub) => [formatNumber(hub.incoming), ...formatNote(hub)]),
    out,
  );
  printSection(`Orphans, without incoming links: ${formatNumber(orphan_count)}`, report.orphans.map(formatNote), out);
  printSection(`Isolated, without any links: ${formatNumber(isolated_count)}`, report.isolated.map(formatNote), out);
}

const formatNote = ({ document_id, title }: ListedNote) => [document_id, formatTitle(title)];
