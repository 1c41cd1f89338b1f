export const healthTabs = [
  ['health/lint', 'Findings'],
  ['health/gc', 'Unused attachments'],
  ['attachments', 'Attachments'],
  ['plan', 'What leaves'],
  ['media', 'Remote media'],
] as const;

export const graphTabs = [
  ['graph', 'Explore'],
  ['graph/path', 'Path'],
  ['graph/report', 'Report'],
] as const;
