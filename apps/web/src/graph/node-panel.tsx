import { href } from '../kernel/router.js';
import { type GraphNode, neighbours, type Scene } from './scene.js';
import { text } from './texts.js';

interface NodePanelProps {
  readonly scene: Scene;
  readonly index: number;
  readonly roots: readonly string[];
  readonly onSelect: (index: number) => void;
  readonly onAddRoot: (document_id: string) => void;
}

/** The selected note, its actions, and its neighbours. */
export function NodePanel({ scene, index, roots, onSelect, onAddRoot }: NodePanelProps) {
  const { document_id, title, distance } = scene.nodes[index] as GraphNode;
  const around = neighbours(scene, index);
  const [root] = roots;
  return (
    <section class="node-panel" aria-label={text.selectedNote}>
      <h2 aria-live="polite">{title}</h2>
      <p class="hint">{text.nodeFacts(distance, scene.incoming[index] as number, scene.outgoing[index] as number)}</p>
      <div class="row-actions">
        <a class="button" href={href(['n', document_id])}>
          {text.open}
        </a>
        {!roots.includes(document_id) && (
          <button type="button" class="button" onClick={() => onAddRoot(document_id)}>
            {text.addAsRoot}
          </button>
        )}
        {root !== undefined && root !== document_id && (
          <a class="button" href={href(['graph', 'path'], { from: root, to: document_id })}>
            {text.pathFromStart}
          </a>
        )}
      </div>
      <h3>{text.neighbours(around.length)}</h3>
      <ul class="neighbours">
        {around.map((other) => (
          <li key={other}>
            <button type="button" onClick={() => onSelect(other)}>
              {(scene.nodes[other] as GraphNode).title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
