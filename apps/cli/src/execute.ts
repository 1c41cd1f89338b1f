import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationName, ServiceError } from '@notes/contract';
import { type ConfigFlags, type LoadedConfig, loadConfig } from '@notes/operations/config';
import { UsageError } from './failures.js';
import { Faults } from './faults.js';
import { formatCommand } from './format-command.js';
import type { Format } from './formats.js';
import { type GlobalFlags, toLibraryFlags } from './globals.js';
import { Interrupt } from './interrupt.js';
import { Output, type OutputStream, wantsColour } from './output.js';
import type { AnyPresentation, Call, Values } from './presentation.js';
import { listFormats, type Request } from './program.js';
import { startProgress } from './progress.js';
import { openSession, type Session, type SessionOperations } from './session.js';
import { nameSyncTargetInError } from './sync-target.js';

/** Process environment of a command line. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Request with the operations that its session runs. */
export interface ExecutableRequest extends Request {
  readonly loadOperations: () => Promise<SessionOperations>;
}

/** Runs a command, prints its answer and returns the exit code. */
export async function execute(io: Io, asked: ExecutableRequest): Promise<number> {
  const request = { ...asked, presentation: applyMode(asked.presentation, asked.values) };
  const { presentation, globals } = request;
  const format = chooseFormat(globals, presentation);
  const out = new Output(io.stdout, io.stderr, {
    quiet: globals.quiet === true,
    verbose: globals.verbose === true,
    colour: wantsColour(io.stdout, globals.color, io.env),
    libraryFlags: toLibraryFlags(globals),
  });
  const show = (shown: unknown) => (format === 'json' ? out.json(shown) : presentation.render[format]?.(shown, out));
  if (presentation.follow !== undefined) {
    await runInterruptibly(io, createFollowRequest(request, show), { out, format });
    return 0;
  }
  const shown =
    presentation.long === undefined
      ? await runWork(io, request, { out, format }, {})
      : await runLongWork(io, request, { out, format }, presentation.long);
  const exitCode = presentation.exitCode?.(shown) ?? 0;
  const isOmitted = isPlainQuiet(globals) && exitCode === 0 && presentation.isRoutine?.(shown) === true;
  if (!isOmitted) show(shown);
  return exitCode;
}

/** Returns true for `--quiet` without a format: a format asks for the answer. */
const isPlainQuiet = ({ quiet, json, output }: GlobalFlags) => quiet === true && json !== true && output === undefined;

/** Returns a request whose run prints each answer of `follow`. */
function createFollowRequest(request: ExecutableRequest, show: (shown: unknown) => void): ExecutableRequest {
  const { follow, ...presentation } = request.presentation;
  const run = async (call: Call, values: Values) => {
    for await (const shown of (follow as NonNullable<typeof follow>)(call, values)) show(shown);
  };
  return { ...request, presentation: { ...presentation, run } };
}

/** Returns the presentation with the answer of the given mode flag, if any. */
function applyMode(presentation: AnyPresentation, values: Values): AnyPresentation {
  const asked = Object.entries(presentation.modes ?? {}).filter(([name]) => values[name] !== undefined);
  if (asked.length > 1) {
    const flags = asked.map(([, { flag }]) => flag.flags.split(' ')[0]);
    throw new UsageError(`${flags.join(' and ')} cannot be combined. Give one of them`);
  }
  return { ...presentation, ...asked[0]?.[1] };
}

function chooseFormat({ json, output }: GlobalFlags, presentation: AnyPresentation): Format {
  if (json && output !== undefined && output !== 'json')
    throw new UsageError(`--json and --output ${output} cannot be combined. Give one of them`);
  const offered = listFormats(presentation);
  const wanted = json ? 'json' : (output ?? offered[0]);
  if (wanted !== undefined && offered.includes(wanted)) return wanted as Format;
  throw new UsageError(`--output ${wanted}: this command prints ${offered.join(', ')}`);
}

type ProgressHooks = Pick<Parameters<typeof openSession>[0], 'progress' | 'signal' | 'jobStarted'>;

/** Output and format of a command. */
type Display = Pick<Call, 'out' | 'format'>;

async function runLongWork(io: Io, request: ExecutableRequest, shown: Display, label: string): Promise<unknown> {
  const { presentation, globals } = request;
  const { unit = 'notes' } = presentation;
  const { quiet = false, progress: style } = globals;
  const progress = startProgress(io.stderr, { label, unit, quiet, style });
  try {
    return await runInterruptibly(io, request, shown, { progress: progress.update });
  } finally {
    progress.stop();
  }
}

/** Runs work that ends at a checkpoint on Ctrl-C, and after the timeout. */
async function runInterruptibly(
  io: Io,
  request: ExecutableRequest,
  shown: Display,
  watch: ProgressHooks = {},
): Promise<unknown> {
  const { presentation, globals } = request;
  const interrupt = new Interrupt(io.stderr, {
    notice: presentation.onInterrupt,
    timeoutMs: toTimeoutMs(globals),
    formatRetry: (jobId) => formatCommand(shown.out, 'job', 'retry', jobId),
  });
  try {
    return await runWork(io, request, shown, { ...watch, signal: interrupt.signal, jobStarted: interrupt.attend });
  } finally {
    interrupt.release();
  }
}

const toTimeoutMs = ({ timeout }: GlobalFlags) => (timeout === undefined ? undefined : timeout * 1000);

async function runWork(io: Io, request: ExecutableRequest, shown: Display, watch: ProgressHooks): Promise<unknown> {
  const { presentation, values, globals } = request;
  const config = loadConfig(toConfigFlags(globals), io.env, { tolerate: presentation.tolerate });
  const mayAsk = globals.input && io.stdin.isTTY === true && io.stderr.isTTY === true;
  const { signal, progress } = watch;
  const around = { ...shown, stdin: io.stdin, env: io.env, mayAsk, ...(signal && { signal }) };
  if (presentation.withoutLibrary !== undefined) {
    const { commands } = request;
    const surroundings = { ...around, config, globals, commands, ...(progress && { progress }) };
    return presentation.withoutLibrary(surroundings, values);
  }
  const faults = new Faults();
  const session = await openSession({
    ...watch,
    loadOperations: request.loadOperations,
    config,
    missing: presentation.missingLibrary?.(values) ?? 'refuse',
    onNew: (dataDir) => shown.out.notice(`New library: ${dataDir}`),
    beforeMaking: presentation.rehearsal && (() => rehearse(request, config, signal)),
    onError: faults.add,
  });
  try {
    const call: Call = { ...session, ...around, config };
    const answer = presentation.run?.(call, values) ?? invokeWithValues(session, request);
    const shown = await (signal === undefined ? limitTime(answer, toTimeoutMs(globals)) : answer);
    session.keep();
    faults.print(around.out);
    return shown;
  } catch (error) {
    if (presentation.keepsLibrary?.(error)) session.keep();
    throw nameSyncTargetInError(error, config);
  } finally {
    session.close();
  }
}

/**
 * Runs the rehearsal of a command in a temporary library up to its first step.
 * @throws the error with which the command refuses its arguments or its source
 */
async function rehearse(request: ExecutableRequest, config: LoadedConfig, signal?: AbortSignal): Promise<void> {
  const { presentation, values, loadOperations } = request;
  const started = new AbortController();
  const session = await openSession({
    loadOperations,
    config,
    missing: 'pretend',
    progress: () => started.abort(),
    signal: AbortSignal.any([started.signal, ...(signal === undefined ? [] : [signal])]),
    onNew: () => {},
    onError: () => {},
  });
  try {
    await invokeWithValues(session, { ...request, values: { ...values, ...presentation.rehearsal } });
  } finally {
    session.close();
  }
}

/**
 * Limits the time to wait for an answer.
 * @throws ServiceError `request_timeout` after the timeout; closing the library ends the work
 */
async function limitTime<T>(answer: Promise<T>, timeoutMs: number | undefined): Promise<T> {
  if (timeoutMs === undefined) return answer;
  const over = new AbortController();
  const late = sleep(timeoutMs, undefined, over).then(() => {
    throw new ServiceError(
      'request_timeout',
      `The command did not finish within ${timeoutMs / 1000} s. Give a longer --timeout`,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}

/** Runs the operation of a command with its values as input. */
function invokeWithValues(session: Session, { operation, values }: Request): Promise<unknown> {
  return session.invoke(operation as OperationName, values);
}

function toConfigFlags({ config, profile, dataDir }: GlobalFlags): ConfigFlags {
  return {
    ...(config !== undefined && { config }),
    ...(profile !== undefined && { profile }),
    ...(dataDir !== undefined && { dataDir }),
  };
}
