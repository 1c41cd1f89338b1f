import { text } from './texts.js';

export const graphTabs = [
  ['graph', text.explore],
  ['graph/path', text.path],
  ['graph/report', text.report],
] as const;
