import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { publishablePackages, sortByDependencies } from '../release/pack.mjs';
import { readManifest, root } from '../run/workspace.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Record<string, string>;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
}

interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const FOLDER = join(root, '.github', 'workflows');
const readWorkflow = (name: string) => parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow;
const listSteps = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps }) => steps);

const ACTIONS = ['checkout@v4', 'setup-node@v4', 'upload-artifact@v4', 'download-artifact@v4'];
/** Tools in the runner's image, and of Node itself. */
const TOOLS = new Set(['npm', 'npx', 'node', 'gh', 'sha256sum', 'sudo']);

/** Returns the reason why a command of a workflow cannot run; null when it can. */
function findFault(command: string): string | null {
  const [tool = '', first = '', second = ''] = command.split(/\s+/);
  const { scripts = {} } = readManifest(root);
  if (tool.startsWith('./')) {
    const path = join(root, tool);
    return existsSync(path) && (statSync(path).mode & 0o111) !== 0 ? null : `${tool} is no program`;
  }
  if (!TOOLS.has(tool)) return `${tool} is unknown`;
  if (tool === 'node') return existsSync(join(root, first)) ? null : `${first} is missing`;
  if (tool === 'npm' && first === 'run') return second in scripts ? null : `the script ${second} is missing`;
  if (tool === 'npx' && first !== '--yes')
    return existsSync(join(root, 'node_modules', '.bin', first)) ? null : `${first} is not installed`;
  return null;
}

describe.each(readdirSync(FOLDER))('%s [RELEASE-WORKFLOWS]', (name) => {
  const workflow = readWorkflow(name);
  const steps = listSteps(workflow);

  it('runs commands that exist', () => {
    const commands = steps.flatMap(({ run }) => run?.split('\n') ?? []).filter((line) => line.trim() !== '');
    expect(commands).toContain('./.ci/run');
    expect(commands.map(findFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it('uses pinned actions, and has only read permissions unless a job states others', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !ACTIONS.map((known) => `actions/${known}`).includes(action))).toEqual([]);
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });
});

it.each(['node tooling/absent.mjs', 'npm run absent', './absent', 'curl x', 'npx absent', './README.md'])(
  'the check of commands refuses %s',
  (command) => expect(findFault(command)).not.toBeNull(),
);

it('CI tests every supported line of Node, from the oldest version the packages name [RELEASE-WORKFLOWS]', () => {
  const tested = readWorkflow('ci.yml').jobs.test?.strategy?.matrix.node ?? [];
  expect(tested).toEqual(['20.19', '22', '24', '26']);
  expect(readManifest(root).engines?.node).toBe(`>=${tested[0]}`);
});

it('CI runs the slow tests, which are not part of the suite, in a job of their own [RELEASE-WORKFLOWS]', () => {
  const { slow, test } = readWorkflow('ci.yml').jobs;
  expect(slow?.steps.map(({ run }) => run)).toContain('npm run test:slow');
  expect(test?.steps.map(({ run }) => run)).toContain('./.ci/run');
});

it('only the publishing job may request a token, and its npm supports trusted publishing [RELEASE-WORKFLOWS]', () => {
  const { jobs } = readWorkflow('release.yml');
  const allowed = Object.keys(jobs).filter((name) => jobs[name]?.permissions?.['id-token'] === 'write');
  expect(allowed).toEqual(['publish']);
  const commands = jobs.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const [, major, minor] = /npm install --global npm@(\d+)\.(\d+)\./.exec(commands.join('\n')) ?? [];
  expect(Number(major) * 1000 + Number(minor)).toBeGreaterThanOrEqual(11_005);
  const at = (part: string) => commands.findIndex((command) => command.includes(part));
  expect(at('sha256sum --check')).toBeLessThan(at('publish.mjs'));
  expect(at('sha256sum --check')).toBeGreaterThan(-1);
});

it('packages are sorted after their dependencies [RELEASE-ORDER]', () => {
  const packages = publishablePackages(root);
  const sorted = sortByDependencies(packages).map(({ manifest }) => manifest);
  const names = sorted.map(({ name }) => name);
  expect([...names].sort()).toEqual(packages.map(({ manifest }) => manifest.name).sort());
  for (const [index, { dependencies = {} }] of sorted.entries())
    for (const name of Object.keys(dependencies)) expect(names.indexOf(name)).toBeLessThan(index);
  const circle = ['a', 'b'].map((name) => ({
    manifest: { name, version: '1.0.0', dependencies: { [name === 'a' ? 'b' : 'a']: '1.0.0' } },
  }));
  expect(() => sortByDependencies(circle)).toThrow('depend on each other: a, b');
});

it('templates and documents use the repository address of the manifest [PKG-METADATA]', () => {
  const page = readManifest(root)
    .repository?.url.replace(/^git\+/, '')
    .replace(/\.git$/, '');
  const template = parse(readFileSync(join(root, '.github', 'ISSUE_TEMPLATE', 'config.yml'), 'utf8'));
  expect(template.contact_links[0].url).toBe(`${page}/security/advisories/new`);
  for (const name of ['bug.yml', 'feature.yml']) {
    const form = parse(readFileSync(join(root, '.github', 'ISSUE_TEMPLATE', name), 'utf8'));
    expect(form.body.filter(({ type }: { type: string }) => type !== 'markdown').length).toBeGreaterThan(1);
  }
});
