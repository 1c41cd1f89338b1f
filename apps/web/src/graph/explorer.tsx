import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatTitle } from '../ui/note-link.js';
import { type Graph, type GraphParameters, getNotice } from './bounds.js';
import { GraphCanvas } from './canvas.js';
import { NodePanel } from './node-panel.js';
import { NodeTable } from './node-table.js';
import { distanceTokens } from './painter.js';
import { buildScene } from './scene.js';
import { text } from './texts.js';

interface ExplorerProps {
  readonly graph: Graph;
  readonly question: GraphParameters;
  readonly onChange: (part: Partial<GraphParameters>) => void;
}

/** A graph as a picture or a table, with details of the selected note. */
export function Explorer({ graph, question, onChange }: ExplorerProps) {
  const scene = useMemo(() => buildScene(withTitles(graph)), [graph]);
  const [asTable, setAsTable] = useState(false);
  const [selected, setSelected] = useState<number>();
  useEffect(() => setSelected(undefined), [scene]);
  return (
    <>
      <div class="graph-bar">
        <p role="status">{text.graphSize(scene.nodes.length, scene.edges.length / 2)}</p>
        <Legend />
        <div class="row-actions">
          <button type="button" class="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            {text.picture}
          </button>
          <button type="button" class="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
            {text.table}
          </button>
        </div>
      </div>
      <LimitNotice graph={graph} question={question} onChange={onChange} />
      <div class="graph-panes">
        <div class={asTable ? 'graph-rows' : 'graph-frame'}>
          {asTable ? (
            <NodeTable scene={scene} onSelect={setSelected} />
          ) : (
            <GraphCanvas scene={scene} selected={selected} onSelect={setSelected} />
          )}
        </div>
        {selected === undefined || selected >= scene.nodes.length ? (
          <p class="hint node-panel">{text.selectNote}</p>
        ) : (
          <NodePanel
            scene={scene}
            index={selected}
            roots={question.roots}
            onSelect={setSelected}
            onAddRoot={(root) => onChange({ roots: [...question.roots, root] })}
          />
        )}
      </div>
    </>
  );
}

/** Replaces missing titles in a graph. */
const withTitles = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, title: formatTitle(node.title) })),
});

const Legend = () => (
  <ul class="legend" aria-label={text.legend}>
    {distanceTokens.map((token, distance) => (
      <li key={token}>
        <span class="swatch" style={{ background: `var(${token})` }} />{' '}
        {distance === distanceTokens.length - 1 ? text.atDistanceOrMore(distance) : text.atDistance(distance)}
      </li>
    ))}
  </ul>
);

function LimitNotice({ graph, question, onChange }: ExplorerProps) {
  const notice = getNotice(graph, question);
  if (notice === undefined) return null;
  return (
    <div class="banner" role="note">
      <p>
        {notice.stop} {notice.depthText}
      </p>
      {notice.actions.map(({ label, part }) => (
        <button key={label} type="button" class="button" onClick={() => onChange(part)}>
          {label}
        </button>
      ))}
    </div>
  );
}
