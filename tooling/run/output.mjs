// @ts-check

/** Progress for people goes to standard error: standard output belongs to the server's ready line and to results. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`${message}\n`);
}

/** Says the message and answers the exit code, so that a command can `return fail(2, '…')`. */
export function fail(/** @type {number} */ code, /** @type {string} */ message) {
  say(message);
  return code;
}
