import { describe, expect, it } from 'vitest';
import { findServer, type Machine } from '../mcpb/find-server.mjs';

/** Returns a machine with these files and nothing else. */
const machine = (
  platform: string,
  files: readonly string[],
  env: Machine['env'],
  versions: string[] = [],
): Machine => ({
  platform,
  env,
  home: '/home/ada',
  isFile: (path) => files.includes(path),
  list: (folder) => (folder === '/home/ada/.nvm/versions/node' ? versions : []),
});

describe('the MCP bundle finds the server', () => {
  it('on PATH first, and puts its folder first on the PATH of the server', () => {
    const files = ['/opt/tools/notes-server', '/usr/local/bin/notes-server'];
    const found = findServer(undefined, machine('darwin', files, { PATH: '/usr/bin:/opt/tools' }));
    expect(found).toMatchObject({ command: '/opt/tools/notes-server', args: [] });
    expect(found?.searchPath.split(':').slice(0, 3)).toEqual(['/opt/tools', '/usr/bin', '/opt/tools']);
  });

  it('in the folders of npm and Node version managers, the newest Node first', () => {
    const versions = ['v9.11.2', 'v22.5.0', 'v20.19.0'];
    const bin = (version: string) => `/home/ada/.nvm/versions/node/${version}/bin/notes-server`;
    const env = { PATH: '/usr/bin:/bin' };
    const files = ['/opt/homebrew/bin/notes-server', ...versions.map(bin)];
    expect(findServer(undefined, machine('darwin', files, env, versions))?.command).toBe(bin('v22.5.0'));
    expect(findServer(undefined, machine('darwin', files.slice(0, 1), env, []))?.command).toBe(files[0]);
    expect(findServer(undefined, machine('linux', ['/home/ada/.npm-global/bin/notes-server'], {}))).not.toBeNull();
  });

  it('only at the configured path when one is set', () => {
    const files = ['/usr/local/bin/notes-server', '/own/server', '/own/main.js', '/usr/bin/node'];
    const here = machine('linux', files, { PATH: '/usr/bin' });
    expect(findServer('/own/server', here)).toMatchObject({ command: '/own/server', args: [] });
    expect(findServer('/own/main.js', here)).toMatchObject({ command: '/usr/bin/node', args: ['/own/main.js'] });
    expect(findServer('/own/missing', here)).toBeNull();
  });

  it('nowhere when it is not installed', () => {
    expect(findServer(undefined, machine('linux', [], { PATH: '/usr/bin' }))).toBeNull();
    expect(findServer(undefined, machine('win32', [], {}))).toBeNull();
    expect(findServer('/own/main.js', machine('linux', ['/own/main.js'], {}))).toBeNull();
  });

  it('on Windows without its .cmd file, so that no shell parses the arguments', () => {
    const npm = 'C:\\Users\\ada\\AppData\\Roaming\\npm';
    const main = `${npm}\\node_modules\\@notes\\server\\dist\\bundle\\notes-server.js`;
    const node = 'C:\\Program Files\\nodejs\\node.exe';
    const env = { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', ProgramFiles: 'C:\\Program Files', Path: 'C:\\Windows' };
    const files = [`${npm}\\notes-server.cmd`, main, node];
    const start = { command: node, args: [main] };
    expect(findServer(undefined, machine('win32', files, env))).toMatchObject(start);
    expect(findServer(`${npm}\\notes-server.cmd`, machine('win32', files, env))).toMatchObject(start);
    expect(findServer(undefined, machine('win32', files.slice(0, 2), env))).toBeNull();
  });
});
