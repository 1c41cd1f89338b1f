// @ts-check
import { importFrom } from '../../bench/packages.mjs';

const { countTokens } = await importFrom('packages/contract', 'gpt-tokenizer/encoding/o200k_base');

/**
 * @typedef {{ name: string, description: string, inputSchema: { properties?: Record<string, any> } }} ToolEntry
 * @typedef {{ text: string, value: any, failed: boolean }} Answer text of an answer, and its JSON if it is JSON
 * @typedef {{ tool: string, failed: boolean, argumentTokens: number, answerTokens: number, structuredTokens: number,
 *   bytes: number }} CallRecord
 * @typedef {{ request: (method: string, params: object) => Promise<{ message: any, bytes: number }> }} Door
 */

const PROTOCOL = '2025-11-25';

/** Calls tools like a client, and counts the tokens that a model reads and writes. */
export class Agent {
  #door;
  /** @type {readonly ToolEntry[]} */
  #tools = [];
  #instructions = '';
  /** @type {CallRecord[]} */
  calls = [];
  /** Tokens of the tool list and the instructions, which a client shows once. */
  listTokens = 0;

  constructor(/** @type {Door} */ door) {
    this.#door = door;
  }

  async initialize({ showsInstructions = true } = {}) {
    const client = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'task-bench', version: '1' } };
    const { message } = await this.#door.request('initialize', client);
    const { message: list } = await this.#door.request('tools/list', {});
    this.#instructions = showsInstructions ? (message.result.instructions ?? '') : '';
    this.#tools = list.result.tools;
    const shown = this.#tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    this.listTokens = countTokens(JSON.stringify(shown)) + countTokens(this.#instructions);
  }

  /** Returns true when the server offers a tool, with an argument of this name if one is given. */
  offers(/** @type {string} */ tool, /** @type {string | undefined} */ argument = undefined) {
    const entry = this.#tools.find(({ name }) => name === tool);
    return entry !== undefined && (argument === undefined || entry.inputSchema.properties?.[argument] !== undefined);
  }

  /** Returns true when the instructions of the server, or the description of a tool or an argument, say something. */
  isTold(/** @type {RegExp} */ statement) {
    return statement.test(`${this.#instructions}\n${JSON.stringify(this.#tools)}`);
  }

  /**
   * Calls a tool.
   * @returns {Promise<Answer>}
   */
  async call(/** @type {string} */ tool, /** @type {Record<string, unknown>} */ args = {}) {
    const { message, bytes } = await this.#door.request('tools/call', { name: tool, arguments: args });
    const content = /** @type {{ type: string, text?: string }[]} */ (message.result?.content ?? []);
    const text = message.error?.message ?? content.map((part) => part.text ?? '').join('\n');
    const failed = message.error !== undefined || message.result.isError === true;
    const structured = message.result?.structuredContent;
    const answerTokens = countTokens(text);
    this.calls.push({
      tool,
      failed,
      argumentTokens: countTokens(JSON.stringify({ name: tool, arguments: args })),
      answerTokens,
      structuredTokens: structured === undefined ? answerTokens : countTokens(JSON.stringify(structured)),
      bytes,
    });
    if (process.env.TASKS_TRACE)
      console.error(`${answerTokens} ${tool} ${JSON.stringify(args)}\n  ${text.slice(0, 600)}`);
    return { text, value: parseAnswer(text), failed };
  }

  /**
   * Calls a tool, and ends the task when the call fails.
   * @returns {Promise<any>} the JSON of the answer
   */
  async use(/** @type {string} */ tool, /** @type {Record<string, unknown>} */ args = {}) {
    const { text, value, failed } = await this.call(tool, args);
    if (failed) throw new Error(`${tool}: ${text.slice(0, 300)}`);
    return value ?? text;
  }
}

/** Reads JSON, also where a text follows it between two lines with a boundary, which becomes `body`. */
function parseAnswer(/** @type {string} */ text) {
  const { header, body } =
    /^(?<header>\{.*\})\n<(?<mark>data-\w+)>\n(?<body>.*)\n<\/\k<mark>>$/s.exec(text)?.groups ?? {};
  try {
    return header === undefined ? JSON.parse(text) : { ...JSON.parse(header), body };
  } catch {
    return undefined;
  }
}
