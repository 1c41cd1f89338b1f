import { useEffect, useMemo, useState } from 'preact/hooks';
import { counted } from '../tools/format.js';
import { type Graph, noticeOf, type Question } from './bounds.js';
import { GraphCanvas } from './canvas.js';
import { NodePanel } from './node-panel.js';
import { NodeTable } from './node-table.js';
import { distanceTokens } from './palette.js';
import { sceneOf } from './scene.js';

interface ExplorerProps {
  readonly graph: Graph;
  readonly question: Question;
  readonly onChange: (part: Partial<Question>) => void;
}

/** A graph as a picture or as a table, and what there is to know of the note that is selected. */
export function Explorer({ graph, question, onChange }: ExplorerProps) {
  const scene = useMemo(() => sceneOf(graph), [graph]);
  const [asTable, setAsTable] = useState(false);
  const [selected, setSelected] = useState<number>();
  useEffect(() => setSelected(undefined), [scene]);
  return (
    <>
      <div class="graph-bar">
        <p role="status">
          {counted(scene.nodes.length, 'note')}, {counted(scene.edges.length / 2, 'link')}
        </p>
        <Legend />
        <div class="row-actions">
          <button type="button" class="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            Picture
          </button>
          <button type="button" class="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
            Table
          </button>
        </div>
      </div>
      <BoundNotice graph={graph} question={question} onChange={onChange} />
      <div class="graph-panes">
        <div class={asTable ? 'graph-rows' : 'graph-frame'}>
          {asTable ? (
            <NodeTable scene={scene} onSelect={setSelected} />
          ) : (
            <GraphCanvas scene={scene} selected={selected} onSelect={setSelected} />
          )}
        </div>
        {selected === undefined || selected >= scene.nodes.length ? (
          <p class="hint node-panel">Select a note to see what it is linked with.</p>
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

const Legend = () => (
  <ul class="legend" aria-label="Colours by distance">
    {distanceTokens.map((token, distance) => (
      <li key={token}>
        <span class="swatch" style={{ background: `var(${token})` }} /> {distance}
        {distance === distanceTokens.length - 1 && ' and more'}
      </li>
    ))}
  </ul>
);

function BoundNotice({ graph, question, onChange }: ExplorerProps) {
  const notice = noticeOf(graph, question);
  if (notice === undefined) return null;
  return (
    <div class="banner" role="note">
      <p>{notice.sentence}</p>
      {notice.ways.map(({ label, part }) => (
        <button key={label} type="button" class="button" onClick={() => onChange(part)}>
          {label}
        </button>
      ))}
    </div>
  );
}
