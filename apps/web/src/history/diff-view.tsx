import { useState } from 'preact/hooks';
import type { Hunk, Row, Side } from './diff.js';
import { text } from './texts.js';

interface DiffTableProps {
  readonly hunks: readonly Hunk[];
  readonly isUnified: boolean;
}

interface DiffViewProps extends DiffTableProps {
  /** Message in place of the lines when there are no changes. */
  readonly unchangedText: string;
}

/** Rows rendered at once; more would block the page. */
const ROWS_AT_ONCE = 1_000;
const MAX_LINE_LENGTH = 5_000;

/** Changes side by side or unified. A large diff shows its first rows, and more on request. */
export function DiffView({ hunks, isUnified, unchangedText }: DiffViewProps) {
  const [rowLimit, setRowLimit] = useState(ROWS_AT_ONCE);
  if (hunks.length === 0) return <p class="quiet">{unchangedText}</p>;
  const hiddenCount = rowCount(hunks) - rowLimit;
  return (
    <>
      <DiffTable hunks={takeRows(hunks, rowLimit)} isUnified={isUnified} />
      {hiddenCount > 0 && (
        <button type="button" class="button" onClick={() => setRowLimit(rowLimit + ROWS_AT_ONCE)}>
          {text.showMoreLines(Math.min(hiddenCount, ROWS_AT_ONCE))}
        </button>
      )}
    </>
  );
}

function DiffTable({ hunks, isUnified }: DiffTableProps) {
  const Lines = isUnified ? Unified : SideBySide;
  return (
    <table class={isUnified ? 'diff unified' : 'diff'}>
      <caption class="visually-hidden">{text.changes}</caption>
      <colgroup>
        <col class="lines" />
        {isUnified ? <col class="lines" /> : <col />}
        {isUnified ? <col /> : <col class="lines" />}
        {!isUnified && <col />}
      </colgroup>
      {hunks.map(({ skipped, rows }) => (
        <tbody key={`${rows[0]?.before?.line}:${rows[0]?.after?.line}`}>
          {skipped > 0 && (
            <tr class="skipped">
              <td colSpan={isUnified ? 3 : 4}>{text.unchangedLines(skipped)}</td>
            </tr>
          )}
          <Lines rows={rows} />
        </tbody>
      ))}
    </table>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
}

const SideBySide = ({ rows }: RowsProps) => (
  <>
    {rows.map(({ equal, before, after }) => (
      <tr key={`${before?.line}:${after?.line}`}>
        <LineNumber side={before} />
        <Text side={before} change={equal ? undefined : 'removed'} />
        <LineNumber side={after} />
        <Text side={after} change={equal ? undefined : 'added'} />
      </tr>
    ))}
  </>
);

/** Shows removed lines before added ones. */
function Unified({ rows }: RowsProps) {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0]?.equal === false && !row.equal) last.push(row);
    else runs.push([row]);
  }
  return (
    <>
      {runs.flatMap((run) => [
        ...run.flatMap((row) =>
          row.before ? [<SideCell key={`b${row.before.line}`} row={row} side={row.before} change="removed" />] : [],
        ),
        ...run.flatMap((row) =>
          row.after && !row.equal
            ? [<SideCell key={`a${row.after.line}`} row={row} side={row.after} change="added" />]
            : [],
        ),
      ])}
    </>
  );
}

type Change = 'removed' | 'added';

const SideCell = ({ row, side, change }: { readonly row: Row; readonly side: Side; readonly change: Change }) => (
  <tr>
    <LineNumber side={row.equal || change === 'removed' ? row.before : undefined} />
    <LineNumber side={row.equal || change === 'added' ? row.after : undefined} />
    <Text side={side} change={row.equal ? undefined : change} />
  </tr>
);

const LineNumber = ({ side }: { readonly side: Side | undefined }) => <td class="line-number">{side?.line}</td>;

const Text = ({ side, change }: { readonly side: Side | undefined; readonly change: Change | undefined }) => (
  <td class={side === undefined ? 'none' : change}>
    {side !== undefined && change !== undefined && <span class="visually-hidden">{text[change]}</span>}
    {side && (side.text.length > MAX_LINE_LENGTH ? cut(side.text) : side.text)}
  </td>
);

/** Truncates a line that would take long to lay out. */
const cut = (line: string) => (
  <>
    {line.slice(0, MAX_LINE_LENGTH)} <i>{text.moreCharacters(line.length - MAX_LINE_LENGTH)}</i>
  </>
);

/** Returns the first rows of a diff. */
export function takeRows(hunks: readonly Hunk[], limit: number): Hunk[] {
  const visible: Hunk[] = [];
  let remaining = limit;
  for (const { skipped, rows } of hunks) {
    if (remaining <= 0) break;
    visible.push({ skipped, rows: rows.slice(0, remaining) });
    remaining -= rows.length;
  }
  return visible;
}

export const rowCount = (hunks: readonly Hunk[]): number => hunks.reduce((sum, { rows }) => sum + rows.length, 0);
