import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Mode, Presentation } from '../presentation.js';
import { section, writeCsv } from '../table.js';
import { counted, number, titleOf } from '../text.js';
import { showMade } from './made.js';

type Report = Result<'getGraphReport'>;
type Named = Report['orphans'][number];

const writeNote: Mode<Result<'writeGraphReport'>> = {
  flag: { flags: '--write-note', description: 'save the report as a note in Reports, in place of the previous one' },
  run: (call, { write_note, ...rest }) => call.invoke('writeGraphReport', rest),
  render: showMade,
};

const csv: Mode<Report> = {
  flag: { flags: '--csv', description: 'print the most linked notes as CSV; same as -o csv' },
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
  writeCsv([['document_id', 'title', 'incoming'], ...rows], out);
}

function table(report: Report, out: Output): void {
  const { note_count, link_count, orphan_count, isolated_count, hubs } = report;
  out.line(`${counted(note_count, 'note')}, ${counted(link_count, 'link')} between them`);
  section(
    `Most linked`,
    hubs.map((hub) => [number(hub.incoming), ...named(hub)]),
    out,
  );
  section(`Orphans, without incoming links: ${number(orphan_count)}`, report.orphans.map(named), out);
  section(`Isolated, without any links: ${number(isolated_count)}`, report.isolated.map(named), out);
}

const named = ({ document_id, title }: Named) => [document_id, titleOf(title)];
