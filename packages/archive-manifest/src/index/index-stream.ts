import { type HashFactory, sha256 } from '../hash.js';
import { LIMITS } from '../limits.js';
import { LineSplitter } from '../lines.js';
import { locateObject } from '../manifest/location.js';
import type { IndexObject } from '../manifest/schema.js';
import { type ArchiveErrorCode, makeProblem, type Problem } from '../problems.js';
import { type IndexEntry, parseEntry } from './entry.js';
import type { RunState } from './run-state.js';

/**
 * Reads an index object as its bytes come, in constant memory. Entries are passed on before the digest of the whole is
 * known, so irreversible work on them has to wait for {@link end}. After an invalid line the rest is only hashed.
 */
export class IndexStream {
  readonly #expected: IndexObject;
  readonly #run: RunState;
  readonly #hash: ReturnType<HashFactory>;
  readonly #lines = new LineSplitter(LIMITS.indexLineBytes);
  #bytes = 0;
  #entries = 0;
  #isReadable = true;

  constructor(expected: IndexObject, run: RunState, hash: HashFactory = sha256) {
    this.#expected = expected;
    this.#run = run;
    this.#hash = hash();
  }

  push(bytes: Uint8Array, onEntry: (entry: IndexEntry) => void): Problem[] {
    const problems: Problem[] = [];
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    if (!this.#isReadable) return problems;
    const isSplit = this.#lines.push(bytes, (line) => {
      if (this.#isReadable) problems.push(...this.#read(line, onEntry));
    });
    if (!isSplit) {
      this.#isReadable = false;
      problems.push(
        this.#makeProblem('archive_index_line', `The line has more than ${LIMITS.indexLineBytes} bytes`, [
          this.#entries + 1,
        ]),
      );
    }
    return problems;
  }

  end(): Problem[] {
    const { size_bytes, entries, sha256: digest } = this.#expected;
    const problems: Problem[] = [];
    if (this.#bytes !== size_bytes)
      problems.push(
        this.#makeProblem('archive_index_size', `The file has ${this.#bytes} bytes instead of ${size_bytes}`),
      );
    if (this.#hash.digestHex() !== digest)
      problems.push(this.#makeProblem('archive_index_digest', 'The content does not match its SHA-256'));
    if (!this.#isReadable) return problems;
    if (!this.#lines.end())
      problems.push(this.#makeProblem('archive_index_line', 'The line does not end with LF', [this.#entries + 1]));
    else if (this.#entries !== entries)
      problems.push(
        this.#makeProblem(
          'archive_index_entries',
          `The index object has ${this.#entries} entries instead of ${entries}`,
        ),
      );
    return problems;
  }

  #read(line: Uint8Array, onEntry: (entry: IndexEntry) => void): Problem[] {
    this.#entries += 1;
    const number = this.#entries;
    const inLine = (found: Problem): Problem => ({
      ...this.#describeObject(),
      ...found,
      path: [number, ...found.path],
    });
    const parsed = parseEntry(line);
    this.#isReadable = parsed.ok;
    if (!parsed.ok) return parsed.problems.map(inLine);
    const problems = this.#run.add(parsed.value);
    if (problems.length === 0) onEntry(parsed.value);
    return problems.map(inLine);
  }

  #describeObject(): { file: string; object: string } {
    return { file: locateObject(this.#expected).path, object: this.#expected.sha256 };
  }

  #makeProblem(code: ArchiveErrorCode, detail: string, path: Problem['path'] = []): Problem {
    return makeProblem(code, detail, { ...this.#describeObject(), path });
  }
}
