import { skipBlanks } from '../blanks.js';
import type { BlockBuilder, LeafReader } from './block-builder.js';
import type { Line } from './line.js';
import { FENCED_CODE } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * fenced code = fence, info, { line }, ( fence as long or longer | end of the container ) ;
 * fence       = three or more "`" | three or more "~" ;
 * info        = text, without "`" behind a fence of them ;
 */

const BACKTICK = '`';
const MIN_FENCE = 3;

export function startFencedCode(builder: BlockBuilder) {
  const { line } = builder;
  const length = fenceLength(line);
  if (length < MIN_FENCE || (line.body[line.text] === BACKTICK && hasBacktick(line, length))) return NO_START;
  builder.openLeaf(FENCED_CODE, line.text, fenceReader(line.unit, length));
  return LEAF;
}

function fenceReader(unit: number, length: number): LeafReader {
  return (builder) => {
    const { line } = builder;
    const closes = line.unit === unit && line.indent < 4 && closesFence(line, length);
    builder.addLine(line.at);
    if (closes) builder.closeLeaf();
    return true;
  };
}

function closesFence(line: Line, length: number): boolean {
  const found = fenceLength(line);
  return found >= length && skipBlanks(line.body, line.text + found, line.end) === line.end;
}

/** Returns the number of repetitions of the first unit of the line's text. */
function fenceLength({ body, text, end }: Line): number {
  const unit = body.charCodeAt(text);
  let at = text;
  while (at < end && body.charCodeAt(at) === unit) at++;
  return at - text;
}

function hasBacktick({ body, text, end }: Line, fence: number): boolean {
  return body.slice(text + fence, end).includes(BACKTICK);
}
