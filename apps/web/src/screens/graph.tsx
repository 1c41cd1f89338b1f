import { call } from '../api/client.js';
import { type GraphParameters, parseParameters, toQueryFields } from '../graph/bounds.js';
import { Controls } from '../graph/controls.js';
import { Explorer } from '../graph/explorer.js';
import { graphTabs, text } from '../graph/texts.js';
import { href, replaceLocation } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page, Section } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { useTitles } from '../ui/use-titles.js';
import '../graph/graph.css';

const HUBS = 10;

/** Graph around some notes. Its parameters are in the address, so that it can be bookmarked. */
export function Screen({ pageLocation: { query } }: ScreenProps) {
  const question = parseParameters(query);
  const titles = useTitles(question.roots);
  const change = (part: Partial<GraphParameters>) =>
    replaceLocation(['graph'], toQueryFields({ ...question, ...part }));
  return (
    <Page title={text.graph} tabs={graphTabs} tab="graph">
      <Controls question={question} titles={titles} onChange={change} />
      {question.roots.length === 0 ? <SuggestedRoots /> : <RequestedGraph question={question} onChange={change} />}
    </Page>
  );
}

interface AskedProps {
  readonly question: GraphParameters;
  readonly onChange: (part: Partial<GraphParameters>) => void;
}

function RequestedGraph({ question, onChange }: AskedProps) {
  const { roots, direction, depth, nodes, edges } = question;
  const data = useData(`graph ${JSON.stringify(question)}`, (signal) =>
    call('getGraph', { roots: [...roots], direction, depth, max_nodes: nodes, max_edges: edges }, signal),
  );
  const bounds = { '--depth': depth, '--max-nodes': nodes, '--max-edges': edges };
  const words = [...roots, '--direction', direction, ...Object.entries(bounds).flat().map(String)];
  return (
    <>
      <Loaded data={data}>{(graph) => <Explorer graph={graph} question={question} onChange={onChange} />}</Loaded>
      <FromTerminal operation="getGraph" words={words} />
    </>
  );
}

/** Suggested roots when none is chosen: the most linked notes. */
function SuggestedRoots() {
  const data = useData('hubs', (signal) => call('getGraphReport', { limit: HUBS }, signal));
  return (
    <Section title={text.startWithHub}>
      <Loaded data={data}>
        {({ hubs }) =>
          hubs.length === 0 ? (
            <p class="hint">{text.noLinks}</p>
          ) : (
            <ul class="chips">
              {hubs.map(({ document_id, title, incoming }) => (
                <li key={document_id}>
                  <a class="chip" href={href(['graph'], { roots: document_id })}>
                    {text.hub(title, incoming)}
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
