import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import type { Direction } from '../graph/bounds.js';
import { DirectionSelect, LimitField } from '../graph/controls.js';
import { describePath, graphTabs, text } from '../graph/texts.js';
import { replaceLocation } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { NoteLink } from '../ui/note-link.js';
import { NotePicker } from '../ui/note-picker.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { useTitles } from '../ui/use-titles.js';

const DEFAULT_LINKS = 6;
const MAX_LINKS = 10;

/** Finds a shortest path of links from one note to another. */
export function Screen({ pageLocation: { query } }: ScreenProps) {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  const [direction, setDirection] = useState<Direction>('both');
  const [maxLinks, setMaxLinks] = useState(DEFAULT_LINKS);
  const titles = useTitles([from, to].filter((id) => id !== ''));
  const choose = (part: { from?: string; to?: string }) => replaceLocation(['graph', 'path'], { from, to, ...part });
  return (
    <Page title={text.graph} tabs={graphTabs} tab="graph/path">
      <div class="controls">
        <PathEnd label={text.pathFrom} id={from} titles={titles} onPick={(id) => choose({ from: id })} />
        <PathEnd label={text.pathTo} id={to} titles={titles} onPick={(id) => choose({ to: id })} />
        <DirectionSelect value={direction} onChange={setDirection} />
        <LimitField label={text.maxPathLinks} max={MAX_LINKS} value={maxLinks} onChange={setMaxLinks} />
      </div>
      {from !== '' && to !== '' ? (
        <PathResult from={from} to={to} direction={direction} maxLinks={maxLinks} />
      ) : (
        <p class="hint">{text.chooseTwoNotes}</p>
      )}
    </Page>
  );
}

interface PathEndProps {
  readonly label: string;
  readonly id: string;
  readonly titles: ReadonlyMap<string, string>;
  readonly onPick: (id: string) => void;
}

const PathEnd = ({ label, id, titles, onPick }: PathEndProps) => (
  <div>
    <NotePicker label={label} onPick={({ document_id }) => onPick(document_id)} />
    {id !== '' && <NoteLink id={id} title={titles.get(id) ?? id} />}
  </div>
);

interface PathResultProps {
  readonly from: string;
  readonly to: string;
  readonly direction: Direction;
  readonly maxLinks: number;
}

function PathResult({ from, to, direction, maxLinks }: PathResultProps) {
  const data = useData(`path ${from} ${to} ${direction} ${maxLinks}`, (signal) =>
    call('findGraphPath', { from, to, direction, max_depth: maxLinks }, signal),
  );
  return (
    <>
      <Loaded data={data}>
        {(found) => (
          <div role="status">
            <p data-status={found.status}>{describePath(found, maxLinks)}</p>
            <ol>
              {found.nodes.map(({ document_id, title }) => (
                <li key={document_id}>
                  <NoteLink id={document_id} title={title} />
                </li>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
      <FromTerminal
        operation="findGraphPath"
        words={[from, to, '--direction', direction, '--max-depth', String(maxLinks)]}
      />
    </>
  );
}
