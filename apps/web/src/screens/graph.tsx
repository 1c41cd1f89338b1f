import { call } from '../api/client.js';
import { href, replacePlace } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { useData } from '../app/use-data.js';
import { addressOf, type Question, questionOf } from '../graph/bounds.js';
import { Controls } from '../graph/controls.js';
import { Explorer } from '../graph/explorer.js';
import { Page, Section } from '../tools/page.js';
import { commandLine } from '../tools/shell-words.js';
import { graphTabs } from '../tools/tabs.js';
import { useTitles } from '../tools/titles.js';
import { TerminalCommand } from '../ui/copy.js';
import { Loaded } from '../ui/states.js';
import '../graph/graph.css';

const HUBS = 10;

/** The notes around some notes. What is asked is in the address, so that it can be kept and gone back to. */
export function Screen({ place: { query } }: ScreenProps) {
  const question = questionOf(query);
  const titles = useTitles(question.roots);
  const change = (part: Partial<Question>) => replacePlace(['graph'], addressOf({ ...question, ...part }));
  return (
    <Page title="Graph" tabs={graphTabs} tab="graph">
      <Controls question={question} titles={titles} onChange={change} />
      {question.roots.length === 0 ? <Beginnings /> : <Asked question={question} onChange={change} />}
    </Page>
  );
}

interface AskedProps {
  readonly question: Question;
  readonly onChange: (part: Partial<Question>) => void;
}

function Asked({ question, onChange }: AskedProps) {
  const { roots, direction, depth, nodes, edges } = question;
  const data = useData(`graph ${JSON.stringify(question)}`, (signal) =>
    call('getGraph', { roots: [...roots], direction, depth, max_nodes: nodes, max_edges: edges }, signal),
  );
  const words = ['notes', 'graph', 'show', ...roots, '--direction', direction, '--depth', String(depth)];
  return (
    <>
      <Loaded data={data}>{(graph) => <Explorer graph={graph} question={question} onChange={onChange} />}</Loaded>
      <TerminalCommand command={commandLine([...words, '--max-nodes', String(nodes), '--max-edges', String(edges)])} />
    </>
  );
}

/** Where to begin, for who has no note in mind: those most notes link to. */
function Beginnings() {
  const data = useData('hubs', (signal) => call('getGraphReport', { limit: HUBS }, signal));
  return (
    <Section title="Begin with a note many others link to">
      <Loaded data={data}>
        {({ hubs }) =>
          hubs.length === 0 ? (
            <p class="hint">No note links to another yet. Type [[ in a note to link it.</p>
          ) : (
            <ul class="chips">
              {hubs.map(({ document_id, title, incoming }) => (
                <li key={document_id}>
                  <a class="chip" href={href(['graph'], { roots: document_id })}>
                    {title} ({incoming.toLocaleString()})
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
