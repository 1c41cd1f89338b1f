import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, removeSetting, writeSetting } from './index.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = () => join(folder, 'config.toml');

/** Returns the text of a settings file after a key is set in it. */
function editSetting(text: string | undefined, key: string, value: string): string {
  if (text !== undefined) writeFileSync(path(), text);
  writeSetting(path(), key, value);
  expect(readdirSync(folder)).toEqual(['config.toml']);
  return readFileSync(path(), 'utf8');
}

describe('writeSetting [CLI-CONFIG]', () => {
  it('creates the file, or a table at its end', () => {
    expect(editSetting(undefined, 'mcp.max_results', '20')).toBe('[mcp]\nmax_results = 20\n');
    expect(editSetting('# mine\n', 'media.enabled', 'false')).toBe('# mine\n\n[media]\nenabled = false\n');
  });

  it('names the file and the remedy when its folder cannot be written', (context) => {
    // The superuser may write every folder.
    if (process.getuid?.() === 0) context.skip('this process may write every folder');
    chmodSync(folder, 0o500);
    const refusal = `${path()}: you have no permission to write the file`;
    expect(() => writeSetting(path(), 'mcp.max_results', '20')).toThrow(refusal);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces an existing value and keeps all other text and comments', () => {
    const before = '# mine\n[mcp]\nmax_results = 10 # rows\n\n[log]\nlevel = "info"\n';
    const after = '# mine\n[mcp]\nmax_results = 20 # rows\n\n[log]\nlevel = "info"\n';
    expect(editSetting(before, 'mcp.max_results', '20')).toBe(after);
    expect(editSetting('mcp.max_results = 1\n', 'mcp.max_results', '2')).toBe('mcp.max_results = 2\n');
    expect(editSetting('[server]\n"allowed_hosts" = [] # none\n', 'server.allowed_hosts', 'a.lan, b.lan')).toBe(
      '[server]\n"allowed_hosts" = [ "a.lan", "b.lan" ] # none\n',
    );
    expect(editSetting('[search.sidecar]\napi_key = "x#y"\n', 'search.sidecar.api_key', 'a#b')).toBe(
      '[search.sidecar]\napi_key = "a#b"\n',
    );
  });

  it('adds to an existing table or to dotted keys', () => {
    expect(editSetting('[mcp]\nmax_results = 1\n\n[log]\nlevel = "warn"\n', 'mcp.default_scope', 'editor')).toBe(
      '[mcp]\nmax_results = 1\ndefault_scope = "editor"\n\n[log]\nlevel = "warn"\n',
    );
    expect(editSetting('mcp.max_results = 1\n', 'mcp.default_scope', 'editor')).toBe(
      'mcp.default_scope = "editor"\nmcp.max_results = 1\n',
    );
  });

  it('writes a value that is read back, even beside a text that looks like a setting', () => {
    const before = '[search.sidecar]\napi_key = """\n[mcp]\nmax_results = 3\n"""\n';
    editSetting(before, 'mcp.max_results', '7');
    const { values, sources } = loadConfig({ config: path(), dataDir: folder }, {});
    expect(values).toMatchObject({ 'mcp.max_results': 7, 'search.sidecar.api_key': '[mcp]\nmax_results = 3\n' });
    expect(sources.get('mcp.max_results')).toBe(path());
    expect(sources.has('log.level')).toBe(false);
  });

  it('refuses an unknown key, an invalid value, and a file it cannot change safely', () => {
    expect(() => editSetting('', 'mcp.max_result', '1')).toThrow('mcp.max_results');
    expect(() => editSetting('', 'mcp.max_results', '51')).toThrow('mcp.max_results');
    expect(() => editSetting('', 'server.listen_addr', '0.0.0.0:80')).toThrow('loopback');
    expect(() => editSetting('', 'mcp.default_scope', 'edit')).toThrow(
      'mcp.default_scope: must be one of search-only, read-only, editor, organizer',
    );
    expect(() => editSetting('', 'server.allowed_hosts', '["a.test"')).toThrow('host');
    const inline = 'mcp = { max_results = 1 }\n';
    expect(() => editSetting(inline, 'mcp.default_scope', 'editor')).toThrow('by hand');
    expect(readFileSync(path(), 'utf8')).toBe(inline);
  });
});

describe('removeSetting [CLI-CONFIG]', () => {
  it('removes the line of a setting and keeps all other text', () => {
    writeFileSync(path(), '# mine\n[mcp]\nmax_results = 10 # rows\n\n[log]\nlevel = "info"\n');
    expect(removeSetting(path(), 'mcp.max_results')).toBe(true);
    expect(readFileSync(path(), 'utf8')).toBe('# mine\n[mcp]\n\n[log]\nlevel = "info"\n');
    writeFileSync(path(), 'log.level = "info"\nmcp.max_results = 3\n');
    expect(removeSetting(path(), 'log.level')).toBe(true);
    expect(readFileSync(path(), 'utf8')).toBe('mcp.max_results = 3\n');
  });

  it('changes nothing where the setting is missing, and refuses a file it cannot change safely', () => {
    expect(removeSetting(path(), 'log.level')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    const inline = 'mcp = { max_results = 1 }\n';
    writeFileSync(path(), inline);
    expect(removeSetting(path(), 'log.level')).toBe(false);
    expect(() => removeSetting(path(), 'mcp.max_results')).toThrow('by hand');
    expect(readFileSync(path(), 'utf8')).toBe(inline);
  });
});
