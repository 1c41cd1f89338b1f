import type { Output } from '@notes/contract';

type Report = Output<'getGraphReport'>;

type Named = Report['orphans'][number];

/** Renders the report as Markdown. */
export function formatReport(report: Report): string {
  const { note_count, link_count, orphan_count, isolated_count } = report;
  return [
    `Generated ${report.generated_at}.`,
    [
      `- Notes: ${note_count}`,
      `- Links between them: ${link_count}`,
      `- Orphans (no note links to them): ${orphan_count}`,
      `- Isolated (orphans without links): ${isolated_count}`,
    ].join('\n'),
    ...section(
      'Most linked notes',
      'most linked first',
      report.hubs.length,
      report.hubs,
      (note) => ` (${note.incoming})`,
    ),
    ...section('Orphans', 'oldest first', orphan_count, report.orphans),
    ...section('Isolated', 'oldest first', isolated_count, report.isolated),
    '',
  ].join('\n\n');
}

function section<Row extends Named>(
  heading: string,
  order: string,
  total: number,
  rows: readonly Row[],
  detail: (row: Row) => string = () => '',
): string[] {
  if (rows.length === 0) return [`## ${heading}`, 'None.'];
  const shown = rows.length < total ? [`The first ${rows.length} of ${total}, ${order}.`] : [];
  return [`## ${heading}`, ...shown, rows.map((row) => `- ${link(row)}${detail(row)}`).join('\n')];
}

/** A title may be any line of text. Characters with a meaning in Markdown are escaped. */
function link({ title, uri }: Named): string {
  const text = title === '' ? 'Untitled' : title.replace(/[!-/:-@[-`{-~]/g, '\\$&');
  return `[${text}](${uri})`;
}
