import type { Output as Result } from '@notes/contract';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { alignColumns, printCsv } from '../table.js';
import { formatCount, formatTitle } from '../text.js';

type Graph = Result<'getGraph'>;
type Path = Result<'findGraphPath'>;

/** `notes graph show` */
export const graphShow: Presentation<'getGraph'> = {
  positional: { roots: '<note...>' },
  run: (call, { roots, ...rest }) =>
    call.invoke('getGraph', { ...rest, roots: (roots as readonly string[]).map((note) => findNoteId(call, note)) }),
  render: {
    table: showNodes,
    csv: ({ edges }, out) =>
      printCsv([['source', 'target'], ...edges.map(({ source, target }) => [source, target])], out),
    ids: ({ nodes }, out) => {
      for (const { document_id } of nodes) out.line(document_id);
    },
  },
};

function showNodes(graph: Graph, out: Output): void {
  const { nodes, edges, truncated_by, requested_depth, completed_depth } = graph;
  const rows = nodes.map(({ distance, document_id, title }) => [String(distance), document_id, formatTitle(title)]);
  for (const line of alignColumns(rows)) out.line(line);
  out.notice(`${formatCount(nodes.length, 'note')}, ${formatCount(edges.length, 'link')} between them.`);
  if (truncated_by !== null)
    out.notice(
      `The graph is incomplete: it reached the limit of ${truncated_by} (--max-${truncated_by}). Complete levels: ${completed_depth} of ${requested_depth}.`,
    );
}

/** Explanation of each status; only `no_path` proves that there is no path. */
const PATH_STATUS: Readonly<Record<Path['status'], (path: Path) => string>> = {
  found: ({ length }) => `${formatCount(length as number, 'link')} long.`,
  no_path: () => 'No path exists: all reachable notes were checked.',
  depth_exhausted: () => 'No path within this depth. A longer one may exist: raise --max-depth, to at most 10.',
  budget_exhausted: ({ visits }) =>
    `Stopped after ${formatCount(visits, 'note')}. A path may still exist: raise --max-visits, to at most 200,000.`,
};

/** `notes graph path` */
export const graphPath: Presentation<'findGraphPath'> = {
  argumentDescriptions: {
    from: 'Note at the start of the path: an id, an address or a title.',
    to: 'Note at its end: an id, an address or a title.',
  },
  run: (call, { from, to, ...rest }) =>
    call.invoke('findGraphPath', { ...rest, from: findNoteId(call, from), to: findNoteId(call, to) }),
  render: {
    table: (path, out) => {
      for (const { title } of path.nodes) out.line(formatTitle(title));
      out.notice(PATH_STATUS[path.status](path));
    },
    ids: ({ nodes }, out) => {
      for (const { document_id } of nodes) out.line(document_id);
    },
  },
  exitCode: ({ status }) => (status === 'found' ? 0 : 1),
};
