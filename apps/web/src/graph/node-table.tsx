import { href } from '../app/router.js';
import { DataTable } from '../tools/page.js';
import type { Scene } from './scene.js';

interface NodeTableProps {
  readonly scene: Scene;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

/** The notes of the graph as rows, the nearest first: what the picture shows, without seeing it. */
export const NodeTable = ({ scene, selected, onSelect }: NodeTableProps) => (
  <DataTable label="Notes of the graph" heads={['Note', 'Distance', 'In', 'Out', '']}>
    {scene.nodes.map(({ document_id, title, distance }, index) => (
      <tr key={document_id}>
        <th scope="row">
          <a href={href(['n', document_id])}>{title}</a>
        </th>
        <td>{distance}</td>
        <td>{scene.incoming[index]}</td>
        <td>{scene.outgoing[index]}</td>
        <td>
          <button
            type="button"
            class="button"
            aria-pressed={index === selected}
            aria-label={`Show the neighbours of ${title}`}
            onClick={() => onSelect(index)}
          >
            Neighbours
          </button>
        </td>
      </tr>
    ))}
  </DataTable>
);
