import { text } from './texts.js';

export const healthTabs = [
  ['health/lint', text.findings],
  ['health/gc', text.unusedAttachments],
  ['attachments/usage', text.attachments],
  ['plan', text.exportPlan],
  ['media', text.remoteMedia],
] as const;
