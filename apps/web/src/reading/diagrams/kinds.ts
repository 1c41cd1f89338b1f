/** Diagrams that are drawn by one document. */
export type DiagramGroup = 'flow' | 'structure' | 'chart' | 'grammar' | 'mindmap';

/** By the word a diagram begins with. */
const groups: Readonly<Record<DiagramGroup, RegExp>> = {
  flow: /^(?:graph|flowchart)$/,
  structure: /^(?:classDiagram|stateDiagram|erDiagram|requirement(?:Diagram)?)$/,
  chart: /^(?:sequenceDiagram|gantt|journey|quadrantChart|xychart|sankey|block|timeline|kanban|C4\w+)$/,
  grammar: /^(?:pie|gitGraph|packet|radar|treemap|treeView)$/,
  mindmap: /^mindmap$/,
};

/** Lines that say how a diagram is drawn, and notes to its writer. */
const FRONT_MATTER = /^\s*---[ \t]*\n(?:.*\n)*?[ \t]*---[ \t]*\n/;
const DIRECTIVE = /^\s*%%\{[^}]*(?:\}(?!%%)[^}]*)*\}%%/;
const COMMENT = /^\s*%%.*\n/;
const WORD = /^\s*(\w+)(?:-(?:v2|beta))?/;

/** The group of a diagram; undefined of one that is not drawn here. */
export function groupOf(source: string): DiagramGroup | undefined {
  let rest = source.replace(FRONT_MATTER, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(DIRECTIVE, '').replace(COMMENT, '');
  }
  const word = WORD.exec(rest)?.[1] ?? '';
  return (Object.keys(groups) as DiagramGroup[]).find((group) => groups[group].test(word));
}
