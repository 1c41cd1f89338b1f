import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { createFolders } from '@notes/storage/folders';

/** Parts of the loader of Node 20 that are not public. The release receives no changes any more. */
export interface Loader {
  wrap(source: string): string;
  readonly prototype: { _compile(source: string, path: string, format?: string): unknown };
}

/** Script that was compiled without the cache. */
interface FreshScript {
  readonly file: string;
  readonly source: string;
  readonly script: Script;
}

type Run = (exports: unknown, require: NodeJS.Require, own: NodeJS.Module, path: string, folder: string) => unknown;

const DIGEST_BYTES = 32;
const WRITABLE_BY_OTHERS = 0o022;
/** Size that holds the code of most files. */
const MEMORY_BYTES = 768 * 1024;

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

  /** Compiles with the cache all CommonJS modules that are loaded from now on, and stores new code at the exit. */
  install(loader: Loader = module as unknown as Loader): void {
    const compile = loader.prototype._compile;
    const run = (source: string, path: string, own: NodeJS.Module) => this.#run(loader.wrap(source), path, own);
    loader.prototype._compile = function (this: NodeJS.Module, source, path, format) {
      // A wrapped script cannot begin with a line for the system.
      if (format === 'module' || source.startsWith('#!')) return compile.call(this, source, path, format);
      return run(source, path, this);
    };
    process.once('exit', () => this.store());
  }

  /** Stores the code that was compiled without the cache. May be called again. Failures are ignored. */
  store(): void {
    this.#memory = Buffer.alloc(0);
    for (const { file, source, script } of this.#fresh.splice(0)) {
      const code = script.createCachedData();
      const written = `${file}.${process.pid}`;
      try {
        writeFileSync(written, Buffer.concat([digest(source), digest(code), code]), { mode: 0o600 });
        renameSync(written, file);
      } catch {
        rmSync(written, { force: true });
        return;
      }
    }
  }

  /** Returns the stored code of a source until the next call, or undefined where there is none or it is damaged. */
  #read(file: string, source: string): Buffer | undefined {
    let stored: Buffer;
    try {
      stored = this.#readFile(file);
    } catch {
      return undefined;
    }
    const code = stored.subarray(2 * DIGEST_BYTES);
    const expected = Buffer.concat([digest(source), digest(code)]);
    return stored.subarray(0, 2 * DIGEST_BYTES).equals(expected) ? code : undefined;
  }

  #readFile(path: string): Buffer {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (this.#memory.length < size) this.#memory = Buffer.allocUnsafeSlow(Math.max(size, MEMORY_BYTES));
      return this.#memory.subarray(0, readSync(file, this.#memory, 0, size, 0));
    } finally {
      closeSync(file);
    }
  }

  #run(source: string, path: string, own: NodeJS.Module): unknown {
    const file = join(this.#folder, hash('sha256', path));
    const cachedData = this.#read(file, source);
    const script = new Script(source, {
      filename: path,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected) this.#fresh.push({ file, source, script });
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
