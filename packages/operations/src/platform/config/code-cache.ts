import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { createFolders } from '@notes/storage/folders';
import { isWithin } from '../is-within.js';

/** Parts of the loader of Node 20 that are not public. The release receives no changes any more. */
export interface Loader {
  wrap(source: string): string;
  readonly wrapper: readonly [string, string];
  readonly _extensions: Record<'.js', (own: NodeJS.Module, path: string) => unknown>;
  readonly prototype: { _compile(source: string, path: string, format?: string): unknown };
}

/** Source of a module inside of the function that Node runs it in. */
interface Source {
  readonly text: string;
  readonly digest: Buffer;
}

/** Script that was compiled without the cache. */
interface FreshScript {
  readonly file: string;
  readonly digest: Buffer;
  readonly script: Script;
}

type Run = (exports: unknown, require: NodeJS.Require, own: NodeJS.Module, path: string, folder: string) => unknown;

const DIGEST_BYTES = 32;
const WRITABLE_BY_OTHERS = 0o022;
/** Size that holds any file of most programs. */
const MEMORY_BYTES = 1152 * 1024;
const NOTHING = Buffer.alloc(0);
/** Begin of a file that the system can run, which Node removes. */
const SHEBANG = Buffer.from('#!');

const digest = (data: string | Buffer): Buffer => Buffer.from(hash('sha256', data, 'hex'), 'hex');

/**
 * Compiled code of CommonJS modules, for a Node without `module.enableCompileCache`. A file of the cache begins with
 * the digest of the source and that of the code; V8 itself checks its version and its flags. A file that is damaged, of
 * another source or of another Node is ignored and replaced.
 */
export class CodeCache {
  readonly #folder: string;
  readonly #fresh: FreshScript[] = [];
  /** Memory that all files are read into in turn: V8 copies what it needs. */
  #memory = Buffer.alloc(0);

  /** @param folder - folder of the user alone; it exists */
  constructor(folder: string) {
    this.#folder = join(folder, `${process.version}-${process.arch}`);
    createFolders(this.#folder, 0o700);
    refuseOthers(folder);
    refuseOthers(this.#folder);
  }

  /**
   * Compiles with the cache all CommonJS modules that are loaded from now on, and stores new code at the exit.
   *
   * @param ownFolder - folder whose files are all CommonJS. They are read without Node's loader, which would keep a
   *   second copy of each source in memory
   */
  install(loader: Loader = module as unknown as Loader, ownFolder?: string): void {
    const compile = loader.prototype._compile;
    const run = (source: Source, path: string, own: NodeJS.Module) => this.#run(source, path, own);
    loader.prototype._compile = function (this: NodeJS.Module, source, path, format) {
      // A wrapped script cannot begin with a line for the system.
      if (format === 'module' || source.startsWith('#!')) return compile.call(this, source, path, format);
      const text = loader.wrap(source);
      return run({ text, digest: digest(text) }, path, this);
    };
    if (ownFolder !== undefined) this.#readOwn(loader, ownFolder);
    process.once('exit', () => this.store());
  }

  /** Stores the code that was compiled without the cache. May be called again. Failures are ignored. */
  store(): void {
    this.#memory = Buffer.alloc(0);
    for (const { file, digest: ofSource, script } of this.#fresh.splice(0)) {
      const code = script.createCachedData();
      const written = `${file}.${process.pid}`;
      try {
        writeFileSync(written, Buffer.concat([ofSource, digest(code), code]), { mode: 0o600 });
        renameSync(written, file);
      } catch {
        rmSync(written, { force: true });
        return;
      }
    }
  }

  #readOwn(loader: Loader, folder: string): void {
    const [start, end] = loader.wrapper.map((part) => Buffer.from(part)) as [Buffer, Buffer];
    const load = loader._extensions['.js'];
    loader._extensions['.js'] = (own, path) => {
      if (!isWithin(path, folder)) return load(own, path);
      const bytes = this.#readFile(path, start, end);
      if (bytes.subarray(start.length, start.length + SHEBANG.length).equals(SHEBANG)) return load(own, path);
      return this.#run({ text: bytes.toString(), digest: digest(bytes) }, path, own);
    };
  }

  /** Returns the stored code of a source until the next call, or undefined where there is none or it is damaged. */
  #readCode(file: string, source: Source): Buffer | undefined {
    let stored: Buffer;
    try {
      stored = this.#readFile(file);
    } catch {
      return undefined;
    }
    const code = stored.subarray(2 * DIGEST_BYTES);
    const expected = Buffer.concat([source.digest, digest(code)]);
    return stored.subarray(0, 2 * DIGEST_BYTES).equals(expected) ? code : undefined;
  }

  /** Returns a file between two texts, until the next call. */
  #readFile(path: string, before: Buffer = NOTHING, after: Buffer = NOTHING): Buffer {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const total = before.length + size + after.length;
      if (this.#memory.length < total) this.#memory = Buffer.allocUnsafeSlow(Math.max(total, MEMORY_BYTES));
      before.copy(this.#memory);
      const end = before.length + readSync(file, this.#memory, before.length, size, 0);
      return this.#memory.subarray(0, end + after.copy(this.#memory, end));
    } finally {
      closeSync(file);
    }
  }

  #run(source: Source, path: string, own: NodeJS.Module): unknown {
    const file = join(this.#folder, hash('sha256', path));
    const cachedData = this.#readCode(file, source);
    const script = new Script(source.text, {
      filename: path,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected)
      this.#fresh.push({ file, digest: source.digest, script });
    const run = script.runInThisContext() as Run;
    return run.call(own.exports, own.exports, createRequire(path), own, path, dirname(path));
  }
}

/** Throws where other users could change files: whoever can change the code can change the program. */
function refuseOthers(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid === undefined || uid !== process.getuid() || (mode & WRITABLE_BY_OTHERS) !== 0)
    throw new Error(`${folder} can be changed by other users`);
}
