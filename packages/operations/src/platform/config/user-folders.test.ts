import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from './load.js';
import { locateUserFolders } from './user-folders.js';

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform === 'win32')('locateUserFolders', () => {
  it('follows absolute XDG variables on Linux', () => {
    const environment = { XDG_DATA_HOME: '/x/data', XDG_CONFIG_HOME: '/x/config', XDG_CACHE_HOME: '/x/cache' };
    expect(locateUserFolders(environment, 'linux')).toEqual({
      data: '/x/data/notes',
      config: '/x/config/notes',
      cache: '/x/cache/notes',
    });
  });

  it.each(['', 'relative', './relative'])('takes the XDG value "%s" for an unset one', (value) => {
    vi.stubEnv('HOME', '/home/ada');
    const environment = { XDG_DATA_HOME: value, XDG_CONFIG_HOME: value, XDG_CACHE_HOME: value };
    expect(locateUserFolders(environment, 'linux')).toEqual({
      data: '/home/ada/.local/share/notes',
      config: '/home/ada/.config/notes',
      cache: '/home/ada/.cache/notes',
    });
  });

  it.each(['', 'relative'])('takes the home folder of the system with the HOME "%s"', (value) => {
    vi.stubEnv('HOME', value);
    const { homedir } = userInfo();
    expect(locateUserFolders({}, 'linux').data).toBe(join(homedir, '.local/share/notes'));
    expect(locateUserFolders({}, 'darwin').cache).toBe(join(homedir, 'Library/Caches/notes'));
  });
});

it.skipIf(process.platform !== 'linux')(
  'loadConfig never places a library below the working directory by default',
  () => {
    vi.stubEnv('HOME', '');
    const { dataDir, configPath } = loadConfig({}, { XDG_DATA_HOME: 'share', XDG_CONFIG_HOME: '' });
    const { homedir } = userInfo();
    expect(dataDir).toBe(join(homedir, '.local/share/notes/default'));
    expect(configPath).toBe(join(homedir, '.config/notes/default/config.toml'));
  },
);
