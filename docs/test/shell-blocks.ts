/** Block of shell commands of a page, with the attributes of its fence. */
export interface ShellBlock {
  /** Line of the fence, from 1. */
  readonly line: number;
  readonly script: string;
  /** Name of the device whose home the commands run in. */
  readonly device: string;
  /** Reason why the commands are not run; undefined when they are. */
  readonly skip?: string;
  /** True for a command that runs until the page ends. */
  readonly isService: boolean;
  /** Name that later commands use for the last word of the output. */
  readonly capture?: string;
  readonly exitCode: number;
  /** Expected output, `…` for any text; undefined when the page shows none. */
  readonly output?: string;
}

const BLOCK = /^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm;
const KNOWN = new Set(['skip', 'on', 'service', 'capture', 'exit', 'hidden']);

/**
 * Reads the shell blocks of a page. A block of `output` belongs to the shell block before it.
 *
 * @throws {Error} for an attribute that does not exist, or a skip without a reason
 */
export function readShellBlocks(markdown: string): ShellBlock[] {
  const blocks: ShellBlock[] = [];
  for (const match of markdown.matchAll(BLOCK)) {
    const [, language, info = '', content = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    if (language === 'output') addOutput(blocks, content, line);
    if (language !== 'sh') continue;
    const attributes = readAttributes(info, line);
    const capture = attributes.get('capture');
    const skip = attributes.get('skip');
    if (skip === '') throw new Error(`Line ${line}: skip needs a reason, such as skip="needs a web server".`);
    blocks.push({
      line,
      script: content,
      device: attributes.get('on') ?? 'home',
      isService: attributes.has('service'),
      exitCode: Number(attributes.get('exit') ?? 0),
      ...(skip !== undefined && { skip }),
      ...(capture !== undefined && { capture }),
    });
  }
  return blocks;
}

function addOutput(blocks: ShellBlock[], output: string, line: number): void {
  const last = blocks.pop();
  if (last === undefined) throw new Error(`Line ${line}: an output needs a block of commands before it.`);
  blocks.push({ ...last, output });
}

function readAttributes(info: string, line: number): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, bare] of info.matchAll(/([a-z]+)(?:="([^"]*)"|=(\S+))?/g)) {
    if (!KNOWN.has(name)) throw new Error(`Line ${line}: a block of commands has no attribute "${name}".`);
    attributes.set(name, quoted ?? bare ?? '');
  }
  return attributes;
}

/** Returns true when an output has the expected lines in order, `…` standing for any text within a line. */
export function hasLines(output: string, expected: string): boolean {
  const lines = expected.trimEnd().split('\n');
  const pattern = lines.map((line) => line.split('…').map(escapePattern).join('.*')).join('\\n');
  return new RegExp(`(?:^|\\n)${pattern}(?:\\n|$)`).test(output);
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
