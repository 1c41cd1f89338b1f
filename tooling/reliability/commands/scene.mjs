// @ts-check
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../command.mjs';

/** @typedef {import('../command.mjs').Command} Command */

/**
 * Runs a command to its end.
 * @returns {string} its standard output
 * @throws {Error} with its standard error when it fails
 */
export function runOrThrow(/** @type {Command} */ run) {
  const { status, stdout, stderr } = run();
  if (status !== 0) throw new Error(`exited with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** Folder `here` of libraries and other files that commands change, and copies of its states. */
export class Scene {
  #scratch;

  constructor(/** @type {string} */ scratch) {
    this.#scratch = scratch;
    mkdirSync(this.at('.'), { recursive: true });
  }

  at(/** @type {string} */ name) {
    return join(this.#scratch, 'here', name);
  }

  /** Stores the present state under a name. */
  keep(/** @type {string} */ name) {
    cpSync(this.at('.'), join(this.#scratch, 'states', name), { recursive: true });
  }

  /** Puts the folder into a stored state. */
  begin(/** @type {string} */ name) {
    rmSync(this.at('.'), { recursive: true, force: true });
    cpSync(join(this.#scratch, 'states', name), this.at('.'), { recursive: true });
  }

  /** Writes the settings of a device whose sync target is the shared folder `carrier`. */
  addDevice(/** @type {string} */ device) {
    mkdirSync(this.at('carrier'), { recursive: true });
    const path = JSON.stringify(this.at('carrier'));
    writeFileSync(this.at(`${device}.toml`), `[sync]\ntarget = "directory"\n[sync.directory]\npath = ${path}\n`);
  }

  /**
   * Returns a command on the library of a device.
   * @param {string} device
   * @param {readonly string[]} words
   * @param {{ env?: Record<string, string>, input?: string }} [around]
   */
  on(device, words, { env, input } = {}) {
    return command(['--data-dir', this.at(device), '--config', this.at(`${device}.toml`), ...words], env, input);
  }

  /**
   * Runs a command on the library of a device, and returns its answer.
   * @returns {any}
   */
  ask(/** @type {string} */ device, /** @type {string[]} */ ...words) {
    return JSON.parse(runOrThrow(this.on(device, words)) || 'null');
  }

  /** Creates a library, and another one that it admits to its group. Returns the recovery code. */
  pair(/** @type {string} */ first, /** @type {string} */ second) {
    const { recovery_code } = this.ask(first, 'sync', 'init', first);
    this.ask(first, 'sync', 'run');
    const { invitations } = this.ask(first, 'sync', 'invite');
    const pair = this.on(second, ['sync', 'pair', invitations[0].code, second]);
    runOrThrow(pair);
    this.ask(first, 'sync', 'run');
    runOrThrow(pair);
    return recovery_code;
  }
}
