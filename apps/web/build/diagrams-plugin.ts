import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { DiagramGroup } from '../src/reading/diagrams/kinds.js';

const NAME = 'virtual:notes-diagrams';
const RESOLVED = `\0${NAME}`;
const LEFT_OUT = '\0left-out';
const FRAME = fileURLToPath(new URL('../src/reading/diagrams/frame.ts', import.meta.url));

/** Modules of Mermaid that draw each group. */
const drawers: Readonly<Record<DiagramGroup, RegExp>> = {
  flow: /^flowDiagram-/,
  structure: /^(?:class|state|er|requirement)Diagram-/,
  chart: /^(?:sequence|gantt|journey|quadrant|xychart|sankey|block|c4)Diagram-|^(?:timeline|kanban)-definition-/,
  grammar: /^(?:pie|gitGraph)Diagram-|^diagram-/,
  mindmap: /^mindmap-definition-/,
};
const DRAWER = /^(?:\w*[dD]iagram(?:-v2)?|\w+-definition)-[A-Z0-9]+\.mjs$/;
/** Large modules that only mind maps need. */
const FOR_MINDMAPS = /^(?:cose-bilkent-|sizeCapture-|cytoscape)/;
/** Formulas in labels, and layouts that are only used on request. */
const NEVER = /^(?:katex|swimlanes-[A-Z0-9]+\.mjs)$/;

/**
 * Builds a self-contained document for each group of diagrams, because its frame may load nothing.
 * `virtual:notes-diagrams` exports their addresses.
 */
export function diagramsPlugin(target: string[], collect: Plugin): Plugin {
  return {
    name: 'notes-diagrams',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const addresses: Record<string, string> = {};
      for (const group of Object.keys(drawers) as DiagramGroup[]) {
        const source = buildDocument(await bundle(group, target, collect));
        const fileName = `assets/diagram-${group}-${digest(source, 'hex').slice(0, 8)}.html`;
        this.emitFile({ type: 'asset', fileName, source });
        addresses[group] = `/${fileName}`;
      }
      return `export default ${JSON.stringify(addresses)}`;
    },
  };
}

async function bundle(group: DiagramGroup, target: string[], collect: Plugin): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [onlyDrawersFor(group), collect],
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: FRAME, output: { format: 'es', codeSplitting: false } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Excludes modules that draw other groups; importing them fails. */
const onlyDrawersFor = (group: DiagramGroup): Plugin => ({
  name: 'notes-only-drawers',
  enforce: 'pre',
  resolveId(id) {
    const file = id.slice(id.lastIndexOf('/') + 1);
    const isOther = DRAWER.test(file) && !drawers[group].test(file);
    const isUnused = NEVER.test(file) || (group !== 'mindmap' && FOR_MINDMAPS.test(file));
    return isOther || isUnused ? LEFT_OUT : undefined;
  },
  load: (id) =>
    id === LEFT_OUT
      ? `throw new Error('this is not part of the page'); export const diagram = undefined, render = undefined; export default undefined`
      : undefined,
});

/**
 * Returns the document with a policy that allows only this script; the server adds the directives that a document
 * cannot set.
 */
function buildDocument(code: string): string {
  const script = code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const policy = `script-src 'sha256-${digest(script, 'base64')}'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Diagrams</title>
<body><script type="module">${script}</script></body>
</html>
`;
}

const digest = (text: string, encoding: 'hex' | 'base64') => createHash('sha256').update(text).digest(encoding);
