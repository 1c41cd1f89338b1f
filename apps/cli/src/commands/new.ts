import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ServiceError, textLimits } from '@notes/contract';
import { UsageError } from '../failures.js';
import type { Call, Presentation } from '../presentation.js';
import { oneLine } from '../text.js';

/** `notes new` */
export const newNote: Presentation<'createDocument'> = {
  positional: { title: '[title]' },
  inputs: {
    notebook_id: { flags: '-n, --notebook <notebook>', description: 'an id, a name or a path (default: Notes)' },
    tags: { flags: '-t, --tag <tag>', description: 'give it a tag; may be repeated' },
    body: { flags: '--body <file>', description: 'its text: a file, or - for standard input' },
  },
  missingLibrary: () => 'make',
  run: async (call, { title, notebook_id, tags, body }) => {
    if (title === undefined && body === undefined) throw new UsageError('give a title, or a text with --body');
    const text = body === undefined ? '' : await readBody(call, String(body));
    return call.invoke('createDocument', {
      title: title ?? headingOf(text),
      body: text,
      ...(tags !== undefined && { tags }),
      ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
    });
  },
  render: {
    table: ({ id, title }, out) => out.line([id, oneLine(title)].join('  ').trimEnd()),
    ids: ({ id }, out) => out.line(id),
  },
};

/** Without a title, the heading a text begins with is one. */
const headingOf = (text: string) => /^\s*#{1,6}[ \t]+([^\r\n]+)/.exec(text)?.[1]?.trim() ?? '';

async function readBody(call: Call, path: string): Promise<string> {
  if (path === '-' && !call.mayAsk && isTerminal(call.stdin)) throw new UsageError('--body -: nobody is there to type');
  const bytes = await readAll(path === '-' ? call.stdin : createReadStream(path), path);
  if (!isUtf8(bytes)) throw new UsageError(`--body ${path}: is not UTF-8 text`);
  return bytes.toString('utf8');
}

const isTerminal = (stream: Call['stdin']) => 'isTTY' in stream && stream.isTTY === true;

/** Reads to the end, or until it is clear that no note can hold it. */
async function readAll(stream: NodeJS.ReadableStream, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > textLimits.body) throw new ServiceError('body_too_large', 'a note holds at most 16 MiB of text');
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('not_found', `--body ${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return Buffer.concat(chunks);
}
