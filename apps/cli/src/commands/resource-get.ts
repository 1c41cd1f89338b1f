import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, type Output as Result, resolveRange } from '@notes/contract';
import { UsageError } from '../failures.js';
import { parseResourceId } from '../naming.js';
import type { Call, Presentation, Values } from '../presentation.js';

type Content = Result<'getResourceContent'>;

/** Path that denotes standard output. */
const STANDARD_OUTPUT = '-';
const RANGE_PATTERN = /^(\d*)-(\d*)$/;

/** `notes resource get` */
export const resourceGet: Presentation<'getResourceContent'> = {
  positional: { resource_id: '<resource>' },
  inputs: { download: null },
  extra: {
    range: { flags: '--range <a-b>', description: 'Only these bytes, counted from 0: a-b, a- or -n for the last n.' },
    file: { flags: '-O, --output-file <file>', description: 'New file for the bytes. Default: standard output.' },
  },
  run: get,
  render: { table: () => {} },
};

async function get(call: Call, { resource_id, range, file = STANDARD_OUTPUT }: Values): Promise<Content> {
  if (file === STANDARD_OUTPUT) refuseToMix(call);
  const content = await call.invoke('getResourceContent', { resource_id: parseResourceId(resource_id) });
  const bytes = call.readContent(
    content,
    range === undefined ? undefined : resolveWrittenRange(String(range), content),
  );
  if (file === STANDARD_OUTPUT) await call.out.bytes(bytes);
  else await writeNew(String(file), bytes);
  return content;
}

function refuseToMix({ out, format }: Call): void {
  if (format === 'json')
    throw new UsageError(
      'Standard output carries the bytes and cannot print JSON as well. Name a file for the bytes with -O',
    );
  if (out.isTerminal)
    throw new UsageError('The bytes of an attachment can disturb a terminal. Name a file with -O, or use a pipe');
}

/** Resolves a range as HTTP defines ranges. */
function resolveWrittenRange(written: string, { size_bytes: size }: Content): ByteRange {
  const [, first, last] = RANGE_PATTERN.exec(written) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === ''))
    throw new UsageError(`--range ${written}: write A-B, A- or -N`);
  if (first !== '' && last !== '' && Number(last) < Number(first))
    throw new UsageError(`--range ${written}: the end is before the start`);
  const parseBound = (digits: string) => (digits === '' ? undefined : Number(digits));
  return resolveRange(parseBound(first), parseBound(last), size);
}

/** Writes a new file. A partial file is removed. */
async function writeNew(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let file: FileHandle | undefined;
  try {
    // A stream would open the file later, perhaps after the bytes could not be read.
    file = await open(path, 'wx');
    await pipeline(bytes, file.createWriteStream());
  } catch (error) {
    if (file !== undefined) await rm(path, { force: true });
    const { code, syscall, path: at } = error as NodeJS.ErrnoException;
    if (at !== path && syscall !== 'write') throw error;
    throw new UsageError(
      `${path}: ${code === 'EEXIST' ? 'the file already exists. Choose another name' : `the file cannot be written (${code})`}`,
      { cause: error },
    );
  }
}
