import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explainOldNode, OLDEST_NODE } from './node-version.js';

it.each(['18.20.8', '20.18.9', '0.12.0'])('explainOldNode names the required release for Node %s', (version) => {
  expect(explainOldNode(version)).toBe(`Notes needs Node 20.19 or newer; this is Node ${version}`);
});

it.each(['20.19.0', '22.0.0', '26.10.0', process.versions.node])('explainOldNode accepts Node %s', (version) => {
  expect(explainOldNode(version)).toBeUndefined();
});

it('OLDEST_NODE matches engines in package.json', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(engines.node).toBe(`>=${OLDEST_NODE.major}.${OLDEST_NODE.minor}`);
});
