import type { Tree } from '@lezer/common';
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const HEADING = /^(?:ATX|Setext)Heading/;
const TAB = 0x09;
/** Columns of the tab before the items. */
const WIDTH = 4;

/** Syntax of outlines, as in the service: list items behind a tab directly under a heading, where CommonMark has code. */
export const outlines: MarkdownConfig = {
  defineNodes: [{ name: 'Outline', block: true, composite: (_, line) => skipTab(line) }],
  parseBlock: [
    {
      name: 'Outline',
      before: 'IndentedCode',
      parse(context, line) {
        if (!isIndented(line) || !/^[-+*](?:[ \t]|$)/.test(line.text.slice(line.pos)) || !isUnderHeading(context))
          return false;
        context.startComposite('Outline', line.basePos);
        skipTab(line);
        return null;
      },
    },
  ],
};

const isIndented = ({ text, basePos }: Line): boolean => text.charCodeAt(basePos) === TAB;

/** Moves behind the tab of a line; returns false for a line without one that is not blank. */
function skipTab(line: Line): boolean {
  if (line.next === -1) return true;
  if (!isIndented(line)) return false;
  line.moveBaseColumn(line.baseIndent + WIDTH);
  return true;
}

/** Returns true when the line before is a heading in the same container. The types of the parser omit the open block. */
function isUnderHeading(context: BlockContext): boolean {
  const { block } = context as BlockContext & {
    readonly block: {
      readonly from: number;
      readonly children: readonly Tree[];
      readonly positions: readonly number[];
    };
  };
  const last = block.children.at(-1);
  if (last === undefined || !HEADING.test(last.type.name)) return false;
  return block.from + (block.positions.at(-1) ?? 0) + last.length === context.prevLineEnd();
}
