import { useState } from 'preact/hooks';
import { callTool, initialize, listTools } from '../api/mcp.js';
import { counted } from '../tools/format.js';

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
      return `${serverInfo.name} ${serverInfo.version}, protocol ${protocolVersion}`;
    },
  ],
  ['tools/list', async () => counted((await listTools()).length, 'tool')],
  [
    'search_documents',
    async () => {
      const { isError, structuredContent, content } = await callTool('search_documents', { query: '', limit: 1 });
      if (isError) throw new Error(content[0]?.text ?? 'refused');
      return `answered with ${counted(structuredContent?.results?.length ?? 0, 'note')}`;
    },
  ],
];

/** Does what a client does first: greets, lists the tools, and searches; nothing is changed. */
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
      <div class="row-actions">
        <button type="button" class="button primary" onClick={() => void test()}>
          Test
        </button>
      </div>
      <div role="status">
        <ul class="test-results">
          {results?.map(({ step, passed, words }) => (
            <li key={step} class={passed ? 'state-succeeded' : 'state-failed'}>
              {passed ? 'Passed' : 'Failed'}: <code>{step}</code>, {words}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
