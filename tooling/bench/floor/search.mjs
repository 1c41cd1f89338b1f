// @ts-check
// Floor of a search on the command line: ranks the matches of one word in a library, and prints a line and a snippet of
// each of the first. node search.mjs <database> <word>
import { FloorDatabase } from './database.mjs';

const [path = '', word = ''] = process.argv.slice(2);
for (const { document_id: id, title, snippet } of new FloorDatabase(path).search(`"${word}"`))
  process.stdout.write(`${id}  ${title}\n    ${snippet.replaceAll('\n', ' ')}\n`);
