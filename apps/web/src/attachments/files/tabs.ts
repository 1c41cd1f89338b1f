import { text } from './texts.js';

export const attachmentTabs = [
  ['attachments', text.filesTab],
  ['attachments/usage', text.usageTab],
] as const;
