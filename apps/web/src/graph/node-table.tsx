import { useEffect, useMemo, useState } from 'preact/hooks';
import { number } from '../text/numbers.js';
import { DataTable } from '../ui/data-table.js';
import { NoteLink } from '../ui/note-link.js';
import type { GraphNode, Scene } from './scene.js';
import { text } from './texts.js';

interface NodeTableProps {
  readonly scene: Scene;
  readonly onSelect: (index: number) => void;
}

/** Rows rendered at once; more would block the page. */
const CHUNK = 100;

/** The notes of the graph as rows, the nearest first: the content of the picture for screen readers. */
export function NodeTable({ scene, onSelect }: NodeTableProps) {
  const chunks = Math.ceil(scene.nodes.length / CHUNK);
  const [pages, setPages] = useState(1);
  useEffect(() => {
    if (pages >= chunks) return;
    const timer = setTimeout(() => setPages(pages + 1));
    return () => clearTimeout(timer);
  }, [pages, chunks]);
  return (
    <DataTable label={text.notesInGraph} heads={[text.note, text.distance, text.incoming, text.outgoing, '']}>
      {Array.from({ length: Math.min(pages, chunks) }, (_, chunk) => (
        <Chunk key={chunk} scene={scene} start={chunk * CHUNK} onSelect={onSelect} />
      ))}
    </DataTable>
  );
}

/** A chunk of rows, rendered only once. */
const Chunk = ({ scene, start, onSelect }: NodeTableProps & { readonly start: number }) =>
  useMemo(
    () => (
      <>
        {scene.nodes.slice(start, start + CHUNK).map((node, offset) => (
          <NodeRow key={node.document_id} scene={scene} node={node} index={start + offset} onSelect={onSelect} />
        ))}
      </>
    ),
    [scene, start, onSelect],
  );

interface NodeRowProps extends NodeTableProps {
  readonly node: GraphNode;
  readonly index: number;
}

const NodeRow = ({ scene, node: { document_id, title, distance }, index, onSelect }: NodeRowProps) => (
  <tr>
    <th scope="row">
      <NoteLink id={document_id} title={title} />
    </th>
    <td>{number(distance)}</td>
    <td>{number(scene.incoming[index] as number)}</td>
    <td>{number(scene.outgoing[index] as number)}</td>
    <td>
      <button type="button" class="button" aria-label={text.showNeighboursNamed(title)} onClick={() => onSelect(index)}>
        {text.showNeighbours}
      </button>
    </td>
  </tr>
);
