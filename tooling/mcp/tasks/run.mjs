// @ts-check
import { Agent } from './agent.mjs';
import { tasks } from './tasks.mjs';

/** @import { Subject, Opened, Task } from './tasks.mjs' */
/** @import { Policy } from './notes-policies.mjs' */
/**
 * @typedef {{ task: string, scope: string, impossible?: string, faults: string[], calls: number, failedCalls: number,
 *   argumentTokens: number, answerTokens: number, structuredTokens: number, listTokens: number, bytes: number }} TaskResult
 */

/**
 * Plays every task on a server of its own.
 * @param {Subject} subject
 * @param {Readonly<Record<string, Policy | { impossible: string }>>} policies
 * @param {{ wants: (task: Task) => boolean, showsInstructions: boolean }} options showsInstructions: as clients that
 *   pass the instructions of a server to the model; others show only its tools
 * @returns {Promise<TaskResult[]>}
 */
export async function playTasks(subject, policies, { wants, showsInstructions }) {
  const results = [];
  for (const task of tasks.filter(wants)) {
    const policy = policies[task.name] ?? { impossible: 'no tool does this' };
    results.push(
      typeof policy === 'function'
        ? await playTask(subject, task, policy, showsInstructions)
        : skipTask(task, policy.impossible),
    );
  }
  return results;
}

const skipTask = (/** @type {Task} */ { name, scope }, /** @type {string} */ impossible) => ({
  ...{ task: name, scope, impossible, faults: [], calls: 0, failedCalls: 0 },
  ...{ argumentTokens: 0, answerTokens: 0, structuredTokens: 0, listTokens: 0, bytes: 0 },
});

/** @returns {Promise<TaskResult>} */
async function playTask(
  /** @type {Subject} */ subject,
  /** @type {Task} */ task,
  /** @type {Policy} */ policy,
  /** @type {boolean} */ showsInstructions,
) {
  const opened = await subject.open(task);
  try {
    const agent = new Agent(opened.door);
    await agent.initialize({ showsInstructions });
    const faults = await findFaults(opened, task, () => policy(agent));
    const sum = (/** @type {'argumentTokens' | 'answerTokens' | 'structuredTokens' | 'bytes'} */ field) =>
      agent.calls.reduce((total, call) => total + call[field], 0);
    return {
      ...{ task: task.name, scope: task.scope, faults, calls: agent.calls.length },
      failedCalls: agent.calls.filter(({ failed }) => failed).length,
      ...{ argumentTokens: sum('argumentTokens'), answerTokens: sum('answerTokens') },
      ...{ structuredTokens: sum('structuredTokens'), listTokens: agent.listTokens, bytes: sum('bytes') },
    };
  } finally {
    await opened.close();
  }
}

/** @returns {Promise<string[]>} differences between the notes and the request after a task */
async function findFaults(
  /** @type {Opened} */ opened,
  /** @type {Task} */ task,
  /** @type {() => ReturnType<Policy>} */ play,
) {
  /** @type {string[]} */
  const faults = [];
  try {
    const answer = (await play()) ?? '';
    await task.check({
      answer,
      exists: async (title) => (await opened.readNote(title)) !== undefined,
      note: async (title) => {
        const note = await opened.readNote(title);
        if (note === undefined) throw new Error(`${title}: does not exist`);
        return note;
      },
      require: (holds, fault) => {
        if (!holds) faults.push(fault);
      },
    });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}
