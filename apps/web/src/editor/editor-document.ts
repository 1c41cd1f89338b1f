import { Text } from '@codemirror/state';
import { runInSlices } from '../ui/slices.js';
import { withEditorBreaks } from './line-breaks.js';

/** Length in UTF-16 units of the parts that a long body is converted in; one takes a few milliseconds. */
const PART_LENGTH = 500_000;

/** Converts a body to the document of an editor, whose lines have no breaks. */
export const toEditorDocument = (body: string): Text => Text.of(withEditorBreaks(body).split('\n'));

/** Converts a body in slices, so that opening 10 MB does not block the page. */
export async function buildEditorDocument(body: string): Promise<Text> {
  if (body.length <= PART_LENGTH) return toEditorDocument(body);
  let doc = Text.empty;
  return new Promise((resolve) => {
    function* append() {
      for (const part of splitAfterLines(body)) {
        doc = doc.append(toEditorDocument(part));
        yield;
      }
      resolve(doc);
    }
    runInSlices(append());
  });
}

/** Splits a body into parts, all but the last of which end with a line feed. */
function* splitAfterLines(body: string): Generator<string> {
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\n', at + PART_LENGTH) + 1 || body.length;
    yield body.slice(at, end);
    at = end;
  }
}
