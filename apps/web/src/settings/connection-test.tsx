import { useState } from 'preact/hooks';
import { callTool, initialize, listTools } from '../api/mcp.js';
import { fill } from '../text/catalogue.js';
import { text } from './texts.js';

interface Result {
  readonly step: string;
  readonly passed: boolean;
  readonly words: string;
}

const steps: readonly (readonly [step: string, run: () => Promise<string>])[] = [
  [
    'initialize',
    async () => {
      const { serverInfo, protocolVersion } = await initialize();
      return text.serverGreeting(`${serverInfo.name} ${serverInfo.version}`, protocolVersion);
    },
  ],
  ['tools/list', async () => text.toolCount((await listTools()).length)],
  [
    'search_documents',
    async () => {
      const { isError, content } = await callTool('search_documents', { query: '', limit: 1 });
      const [answer] = content;
      if (isError || answer?.text === undefined) throw new Error(answer?.text ?? text.refused);
      // The setting mcp.results may omit the structured content.
      const { results } = JSON.parse(answer.text) as { results: readonly unknown[] };
      return text.foundNotes(results.length);
    },
  ],
];

/** Performs a client's first steps: initialises, lists the tools, and searches; changes nothing. */
export function ConnectionTest() {
  const [results, setResults] = useState<readonly Result[]>();
  const test = async () => {
    setResults([]);
    for (const [step, run] of steps) {
      const result = await run().then(
        (words) => ({ step, words, passed: true }),
        (error: Error) => ({ step, words: error.message, passed: false }),
      );
      setResults((before = []) => [...before, result]);
    }
  };
  return (
    <div class="stack">
      <p class="hint">{text.testHint}</p>
      <div class="row-actions">
        <button type="button" class="button primary" onClick={() => void test()}>
          {text.runTest}
        </button>
      </div>
      <div role="status">
        <ul class="test-results">
          {results?.map(({ step, passed, words }) => (
            <li key={step} class={passed ? 'state-succeeded' : 'state-failed'}>
              {fill(passed ? text.passed : text.failed, { step: <code>{step}</code>, words })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
