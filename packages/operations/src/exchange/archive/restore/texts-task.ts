import type { Content } from '@notes/storage';
import { buildContentHere, type Text } from '../../../notes/documents/content.js';

export interface TextsTask {
  readonly databaseId: string;
  readonly texts: readonly Text[];
}

/** Parsed content of a text. */
export type TextContent = Omit<Content, keyof Text>;

/** Parses texts in a worker and returns their contents in the same order. */
export default function readTexts({ databaseId, texts }: TextsTask): TextContent[] {
  return texts.map((text) => {
    const { title: _, body: __, ...content } = buildContentHere({ databaseId }, text);
    return content;
  });
}
