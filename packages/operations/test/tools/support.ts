import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationName, type Output, ServiceError } from '@notes/contract';
import { findTool, readArguments, type Tool, type ToolName } from '@notes/contract/tools';
import { readAnswer } from '@notes/tooling/read-answer';
import { expect } from 'vitest';
import { callTool } from '../../src/agents/index.js';
import { type CallContext, invoke, type Library, openLibrary } from '../../src/index.js';
import { loadConfig } from '../../src/platform/config/index.js';

type Result = Record<string, unknown>;

/** A library with the interfaces of its owner and of an agent. */
export interface ToolLibrary {
  readonly library: Library;
  readonly dataDir: string;
  /** Call context of the MCP interface. */
  readonly context: CallContext;
  /** Runs an operation for the owner. */
  readonly own: <Name extends OperationName>(
    name: Name,
    input: Result,
    given?: Partial<CallContext>,
  ) => Promise<Output<Name>>;
  /** Calls a tool. Every response is checked for completeness and size. */
  readonly tool: (name: ToolName, raw: unknown, given?: Partial<CallContext>) => Promise<Result>;
  /** Returns the error with which a tool refuses a call. */
  readonly refusal: (name: ToolName, raw: unknown) => Promise<ServiceError>;
  readonly close: () => void;
}

/** Opens a new library. The caller closes it. */
export async function openToolLibrary(...set: string[]): Promise<ToolLibrary> {
  const root = mkdtempSync(join(tmpdir(), 'notes-tools-'));
  const dataDir = join(root, 'data');
  const library = await openLibrary({
    config: loadConfig({ dataDir, set }, {}),
    serviceVersion: '0.0.0',
    create: true,
  });
  const owner: CallContext = { library, origin: 'rest', now: Date.now };
  const context: CallContext = { ...owner, origin: 'mcp', hidesTrash: true, hidesSyncJobs: true };
  const tool: ToolLibrary['tool'] = async (name, raw, given = {}) => {
    const called = toolCalled(name);
    const { result, text } = await callTool(called, { ...context, ...given }, readArguments(called, raw));
    if (called.textField === undefined) expect(text).toBe(JSON.stringify(result));
    else expect(readAnswer(text, called.textField)).toEqual(result);
    expect(wireBytes(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    return result;
  };
  return {
    ...{ library, dataDir, context, tool },
    own: (name, input, given = {}) => invoke(name, { ...owner, ...given }, input),
    refusal: (name, raw) => catchRefusal(() => tool(name, raw)),
    close: () => {
      library.store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A response on the wire holds its result at most twice, once as a string. */
const wireBytes = (text: string) => Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));

export const toolCalled = (name: ToolName): Tool => findTool(name) as Tool;

/** Returns the error with which work is refused. */
export async function catchRefusal(work: () => unknown): Promise<ServiceError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

/** Yields bytes in the form of an upload. */
export async function* toAsyncBytes(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}
