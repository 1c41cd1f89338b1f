import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasLines, type ShellBlock } from './shell-blocks.js';

const PROGRAMS = {
  notes: fileURLToPath(new URL('../../apps/cli/dist/bundle/notes.js', import.meta.url)),
  'notes-server': fileURLToPath(new URL('../../apps/server/dist/bundle/notes-server.js', import.meta.url)),
};
/** Address that pages show; the service of a test takes any free port. */
const SHOWN_ADDRESS = '127.0.0.1:8080';
/** Path that pages use for a folder shared by all devices. */
const SHOWN_FOLDER = '/media/shared';
const READY = /^listening on http:\/\/(\S+)$/m;

/** Runs the shell blocks of one page in order, each device in a home of its own, with the built programs on `PATH`. */
export class PageRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'notes-docs-'));
  readonly #cache: string;
  readonly #captured = new Map<string, string>();
  readonly #services: ChildProcess[] = [];
  #address = '127.0.0.1:0';

  /**
   * @param cache - folder for the cache of compiled code, which contains nothing else. Pages and devices share it:
   *   compiling in each home took a fifth of the processor time of the commands
   */
  constructor(cache: string) {
    this.#cache = cache;
    for (const [name, program] of Object.entries(PROGRAMS)) this.#writeProgram(name, program);
    mkdirSync(join(this.#folder, 'shared'));
  }

  /**
   * Runs the commands.
   * @throws {Error} when the result of the commands differs from the page, with all their output
   */
  async run(block: ShellBlock): Promise<void> {
    const { code, stdout, stderr } = await (block.isService ? this.#start(block) : this.#finish(block));
    const said = `line ${block.line}, exit code ${code}\n${block.script}\n${stdout}\n${stderr}`;
    if (code !== block.exitCode)
      throw new Error(`The commands end with exit code ${code}, not ${block.exitCode}: ${said}`);
    if (block.output !== undefined && !hasLines(this.#toShown(stdout), block.output)) {
      throw new Error(`The commands do not print ${JSON.stringify(block.output)}: ${said}`);
    }
    if (block.capture !== undefined) this.#captured.set(block.capture, stdout.trim().split(/\s+/).at(-1) ?? '');
  }

  /** Stops the services and removes every file. */
  async close(): Promise<void> {
    for (const service of this.#services) {
      if (service.exitCode !== null) continue;
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #finish(block: ShellBlock) {
    const child = this.#spawn(block);
    const [code] = await once(child.process, 'close');
    return { code: Number(code), stdout: child.stdout(), stderr: child.stderr() };
  }

  /** Starts a service, and returns when it is ready. */
  async #start(block: ShellBlock) {
    const child = this.#spawn({ ...block, script: `exec ${block.script}` });
    this.#services.push(child.process);
    const closed = once(child.process, 'close');
    while (!READY.test(child.stdout())) {
      const ended = await Promise.race([closed, once(child.process.stdout as NodeJS.ReadableStream, 'data')]);
      if (child.process.exitCode !== null) {
        return { code: Number(ended[0]), stdout: child.stdout(), stderr: child.stderr() };
      }
    }
    this.#address = READY.exec(child.stdout())?.[1] as string;
    return { code: 0, stdout: child.stdout(), stderr: child.stderr() };
  }

  #spawn({ script, device }: ShellBlock) {
    const home = join(this.#folder, device);
    mkdirSync(home, { recursive: true });
    const process = spawn('bash', ['-euo', 'pipefail', '-c', this.#toReal(script)], {
      cwd: home,
      env: this.#environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    process.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    process.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    return { process, stdout: () => stdout, stderr: () => stderr };
  }

  #environment(home: string): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:NOTES|XDG)_/.test(name));
    return {
      ...Object.fromEntries(inherited),
      HOME: home,
      XDG_CACHE_HOME: this.#cache,
      PATH: [join(this.#folder, 'bin'), process.env.PATH].join(delimiter),
      NOTES_SERVER_LISTEN_ADDR: this.#address,
    };
  }

  #toReal(script: string): string {
    const addressed = script
      .replaceAll(SHOWN_ADDRESS, this.#address)
      .replaceAll(SHOWN_FOLDER, join(this.#folder, 'shared'));
    return [...this.#captured].reduce(
      (text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
      addressed,
    );
  }

  #toShown(output: string): string {
    return output.replaceAll(this.#address, SHOWN_ADDRESS);
  }

  #writeProgram(name: string, program: string): void {
    const folder = join(this.#folder, 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
