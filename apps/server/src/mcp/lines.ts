const [LF, CR] = [0x0a, 0x0d];

/**
 * Yields the lines of a stream of bytes, without line ends and empty lines. A line over `maxBytes` is discarded and
 * yielded as undefined. Text after the last line end is a line too.
 */
export async function* readLines(input: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let pieces: Buffer[] = [];
  let size = 0;
  const take = (piece: Buffer) => {
    size += piece.length;
    if (size > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const end = () => {
    const line = size > maxBytes ? undefined : Buffer.concat(pieces);
    pieces = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let from = 0;
    for (let to = chunk.indexOf(LF); to !== -1; to = chunk.indexOf(LF, from)) {
      take(chunk.subarray(from, to));
      from = to + 1;
      const line = end();
      if (!isEmpty(line)) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = end();
  if (!isEmpty(last)) yield last;
}

const isEmpty = (line: Buffer | undefined) => line?.length === 0 || (line?.length === 1 && line[0] === CR);
