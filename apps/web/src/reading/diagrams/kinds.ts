/** Groups of diagrams; one document draws all diagrams of a group. */
export type DiagramGroup = 'flow' | 'structure' | 'chart' | 'grammar' | 'mindmap';

/** Patterns of a diagram's first word. */
const groups: Readonly<Record<DiagramGroup, RegExp>> = {
  flow: /^(?:graph|flowchart)$/,
  structure: /^(?:classDiagram|stateDiagram|erDiagram|requirement(?:Diagram)?)$/,
  chart: /^(?:sequenceDiagram|gantt|journey|quadrantChart|xychart|sankey|block|timeline|kanban|C4\w+)$/,
  grammar: /^(?:pie|gitGraph|packet|radar|treemap|treeView)$/,
  mindmap: /^mindmap$/,
};

/** Front matter, directives and comments before the diagram. */
const FRONT_MATTER = /^\s*---[ \t]*\n(?:.*\n)*?[ \t]*---[ \t]*\n/;
const DIRECTIVE = /^\s*%%\{[^}]*(?:\}(?!%%)[^}]*)*\}%%/;
const COMMENT = /^\s*%%.*\n/;
const WORD = /^\s*(\w+)(?:-(?:v2|beta))?/;

/** Returns the group of a diagram; undefined for an unsupported one. */
export function findGroup(source: string): DiagramGroup | undefined {
  let rest = source.replace(FRONT_MATTER, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(DIRECTIVE, '').replace(COMMENT, '');
  }
  const word = WORD.exec(rest)?.[1] ?? '';
  return (Object.keys(groups) as DiagramGroup[]).find((group) => groups[group].test(word));
}
