import type { OperationName } from '@notes/contract';
import { type ConfigFlags, loadConfig } from '@notes/operations/config';
import { UsageError } from './failures.js';
import type { GlobalFlags } from './globals.js';
import { Interrupt } from './interrupt.js';
import { Output, type OutputStream, wantsColour } from './output.js';
import type { AnyPresentation, Call, Format, Values } from './presentation.js';
import { formatsOf, type Request } from './program.js';
import { startProgress } from './progress.js';
import { openSession, type Session } from './session.js';

/** What a process gives to a command line. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Runs a command and shows its answer; answers the exit code. */
export async function execute(io: Io, asked: Request): Promise<number> {
  const request = { ...asked, presentation: inMode(asked.presentation, asked.values) };
  const { presentation, globals } = request;
  const format = chooseFormat(globals, presentation);
  const out = new Output(io.stdout, io.stderr, {
    quiet: globals.quiet === true,
    verbose: globals.verbose === true,
    colour: wantsColour(io.stdout, globals.color, io.env),
  });
  const shown =
    presentation.long === undefined
      ? await work(io, request, { out, format }, {})
      : await longWork(io, request, { out, format }, presentation.long);
  if (format === 'json') out.json(shown);
  else presentation.render[format]?.(shown, out);
  return presentation.exitCode?.(shown) ?? 0;
}

/** The presentation with the answer a flag asked for in place of its own. */
function inMode(presentation: AnyPresentation, values: Values): AnyPresentation {
  const asked = Object.entries(presentation.modes ?? {}).filter(([name]) => values[name] !== undefined);
  if (asked.length > 1) {
    const flags = asked.map(([, { flag }]) => flag.flags.split(' ')[0]);
    throw new UsageError(`${flags.join(' and ')} exclude each other`);
  }
  return { ...presentation, ...asked[0]?.[1] };
}

function chooseFormat(globals: GlobalFlags, presentation: AnyPresentation): Format {
  const offered = formatsOf(presentation);
  const wanted = globals.json === true ? 'json' : (globals.output ?? offered[0]);
  if (wanted !== undefined && offered.includes(wanted)) return wanted as Format;
  throw new UsageError(`this command prints ${offered.join(', ')}, not ${wanted}`);
}

type Watch = Pick<Parameters<typeof openSession>[0], 'progress' | 'signal' | 'jobStarted'>;

/** Where and how a command shows its answer. */
type Shown = Pick<Call, 'out' | 'format'>;

async function longWork(io: Io, request: Request, shown: Shown, label: string): Promise<unknown> {
  const { onInterrupt, unit = 'notes' } = request.presentation;
  const interrupt = new Interrupt(io.stderr, onInterrupt);
  const progress = startProgress(io.stderr, { label, unit, quiet: request.globals.quiet === true });
  try {
    return await work(io, request, shown, {
      signal: interrupt.signal,
      jobStarted: interrupt.attend,
      progress: progress.update,
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

async function work(io: Io, request: Request, shown: Shown, watch: Watch): Promise<unknown> {
  const { presentation, values, globals } = request;
  const config = loadConfig(configFlags(globals), io.env);
  if (presentation.withoutLibrary !== undefined)
    return presentation.withoutLibrary({ config, globals, env: io.env, commands: request.commands() }, values);
  const session = await openSession({
    ...watch,
    config,
    missing: presentation.missingLibrary?.(values) ?? 'refuse',
    onNew: (dataDir) => shown.out.notice(`New library: ${dataDir}`),
  });
  try {
    const mayAsk = globals.input && io.stdin.isTTY === true && io.stderr.isTTY === true;
    const { signal } = watch;
    const call: Call = { ...session, ...shown, stdin: io.stdin, env: io.env, mayAsk, ...(signal && { signal }) };
    return await (presentation.run?.(call, values) ?? invokePlainly(session, request));
  } finally {
    session.close();
  }
}

/** What most commands do: their operation, with their values as its input. */
function invokePlainly(session: Session, { operation, values }: Request): Promise<unknown> {
  return session.invoke(operation as OperationName, values);
}

function configFlags({ config, profile, dataDir }: GlobalFlags): ConfigFlags {
  return {
    ...(config !== undefined && { config }),
    ...(profile !== undefined && { profile }),
    ...(dataDir !== undefined && { dataDir }),
  };
}
