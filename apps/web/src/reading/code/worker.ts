import { classHighlighter, highlightCode } from '@lezer/highlight';
import type { ColourAnswer, ColourRequest, Piece } from './colour.js';
import { findLanguage } from './languages.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

scope.addEventListener('message', ({ data: { code, language } }: MessageEvent<ColourRequest>) => {
  const answer = (pieces: ColourAnswer) => scope.postMessage(pieces);
  // Answers with no colours when the language is unknown or its parser cannot be loaded.
  highlight(code, language).then(answer, () => answer([]));
});

async function highlight(code: string, name: string): Promise<ColourAnswer> {
  const support = await findLanguage(name)?.load();
  if (support === undefined) return [];
  const pieces: Piece[] = [];
  const add = (text: string, classes = '') => pieces.push([text, classes]);
  highlightCode(code, support.language.parser.parse(code), classHighlighter, add, () => add('\n'));
  return pieces;
}
