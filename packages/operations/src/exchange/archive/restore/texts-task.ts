import { buildContentHere, type Text } from '../../../notes/documents/content.js';
import { type PackedContents, packContents } from './packed-contents.js';

export interface TextsTask {
  readonly databaseId: string;
  readonly texts: readonly Text[];
}

/** Parses texts in a worker and returns their contents in the same order. */
export default function readTexts({ databaseId, texts }: TextsTask): PackedContents {
  return packContents(texts.map((text) => buildContentHere({ databaseId }, text)));
}
