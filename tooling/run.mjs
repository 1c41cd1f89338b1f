// @ts-check
/**
 * Entry of `npm start`, `npm test` and the other root scripts. Plain Node without dependencies, because it turns a
 * fresh clone into an installed workspace.
 */
import { bench } from './run/bench.mjs';
import { buildDocs } from './run/docs.mjs';
import { ensureInstalled } from './run/install.mjs';
import { fail } from './run/output.mjs';
import { checkNodeVersion } from './run/preflight.mjs';
import { runSmoke } from './run/smoke.mjs';
import { start } from './run/start.mjs';
import { runSlowTests, runTests } from './run/test.mjs';
import { runTasks } from './run/turbo.mjs';
import { root } from './run/workspace.mjs';

/** @type {Record<string, { summary: string, run: (args: string[]) => number | Promise<number> }>} */
const commands = {
  start: { summary: 'build and run the service from this checkout', run: (args) => start(root, args) },
  test: {
    summary: 'lint, type check, test and check the whole repository; with --slow, the slow tests too',
    run: (args) => runTests(root, args),
  },
  'test:slow': { summary: 'run the slow tests', run: (args) => runSlowTests(root, args) },
  build: { summary: 'build every package', run: (args) => runTasks(root, ['build'], args) },
  lint: {
    summary: 'type check every package, and check the style of all files',
    run: (args) => runTasks(root, ['lint', 'style'], args),
  },
  bench: { summary: 'run the benchmarks', run: (args) => bench(root, args) },
  generate: { summary: 'write the files derived from sources', run: (args) => runTasks(root, ['generate'], args) },
  docs: { summary: 'build the documentation site into docs/dist/site', run: (args) => buildDocs(root, args) },
  smoke: { summary: 'install the packed packages elsewhere and use them', run: (args) => runSmoke(root, args) },
};

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const list = Object.entries(commands).map(([key, { summary }]) => `  ${key.padEnd(10)}${summary}`);
    return fail(2, `Usage: node tooling/run.mjs <command> [arguments]\n${list.join('\n')}`);
  }
  const complaint = checkNodeVersion(root);
  if (complaint) return fail(2, complaint);
  const installed = ensureInstalled(root);
  return installed === 0
    ? await command.run(args)
    : fail(installed, 'Installing the dependencies failed. See the output above.');
}

process.exitCode = await main();
