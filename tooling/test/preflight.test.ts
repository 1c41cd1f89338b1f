import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headerPrefix, versionComplaint } from '../run/preflight.mjs';

describe('the Node version', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('%s is accepted', (version) => {
    expect(versionComplaint(version, '>=20.19')).toBeUndefined();
  });

  it.each(['20.18.3', '18.20.0', '9.99.9'])('%s is refused with a message that names it', (version) => {
    expect(versionComplaint(version, '>=20.19')).toBe(`Notes needs Node 20.19 or newer. This is Node ${version}.`);
  });

  it('is not compared with a range of another form', () => {
    expect(versionComplaint('22.0.0', '^20 || >=22')).toContain('The Node range');
  });
});

describe('the headers beside Node', () => {
  let prefix = '';
  const execPath = () => join(prefix, 'bin', 'node');
  const writeHeaders = (major: number, minor: number, patch: number) => {
    const lines = Object.entries({ MAJOR: major, MINOR: minor, PATCH: patch }).map(
      ([part, value]) => `#define NODE_${part}_VERSION ${value}\n`,
    );
    writeFileSync(join(prefix, 'include', 'node', 'node_version.h'), lines.join(''));
  };

  beforeEach(() => {
    prefix = mkdtempSync(join(tmpdir(), 'notes-headers-'));
    mkdirSync(join(prefix, 'include', 'node'), { recursive: true });
  });
  afterEach(() => rmSync(prefix, { recursive: true }));

  it('are used when they are of the running version', () => {
    writeHeaders(22, 3, 1);
    expect(headerPrefix(execPath(), '22.3.1')).toBe(prefix);
  });

  it('are ignored when they are of another version', () => {
    writeHeaders(22, 3, 1);
    expect(headerPrefix(execPath(), '24.0.0')).toBeUndefined();
  });

  it('may be missing', () => {
    expect(headerPrefix(execPath(), '22.3.1')).toBeUndefined();
  });
});
