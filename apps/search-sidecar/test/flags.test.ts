import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../dist/bundle/notes-search.js', import.meta.url));
const OPENAI = ['--openai-url', 'http://127.0.0.1:9/v1', '--openai-model', 'small', '--openai-key-file'];

let sidecar: SidecarProcess;

beforeEach(() => {
  sidecar = new SidecarProcess();
});
afterEach(() => sidecar.remove());

const start = (...flags: string[]) => {
  sidecar.flags = flags;
  return sidecar.start();
};

describe('notes-search serve [SIDECAR-ENGINE]', () => {
  it('names the address and the reason when another program listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(start('--listen', `127.0.0.1:${port}`)).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: another program listens there. Choose another address with --listen.`,
    );
    server.close();
  });

  it('names the file with the key of a service that cannot be read', async () => {
    const path = join(sidecar.dataDir, 'nothing');
    await expect(start(...OPENAI, path)).rejects.toThrow(`--openai-key-file: "${path}" does not exist.`);
    await expect(start(...OPENAI, sidecar.dataDir)).rejects.toThrow(`"${sidecar.dataDir}" is a folder.`);
  });

  it('refuses a folder without a model', async () => {
    const path = (name: string) => join(sidecar.dataDir, name);
    await expect(start('--model', path('nothing'))).rejects.toThrow(`--model: "${path('nothing')}" does not exist.`);
    mkdirSync(path('empty'));
    await expect(start('--model', path('empty'))).rejects.toThrow('has no file tokenizer.json.');
    writeFileSync(path('empty/tokenizer.json'), '{}');
    await expect(start('--model', path('empty'))).rejects.toThrow('has no file model.safetensors or model.onnx.');
    await expect(start('--model', path('empty/tokenizer.json'))).rejects.toThrow('is not a folder.');
  });

  it('reports an invalid command line with its name, in one line that begins with a capital', async () => {
    await expect(start('--colour')).rejects.toThrow("notes-search: Unknown option '--colour'\nTry notes-search --help");
    await expect(start('--ollama-model', 'small')).rejects.toThrow('notes-search: --ollama-url and --ollama-model');
  });

  it('reports a full disk at --help, and exits with 1', (context) => {
    if (process.platform !== 'linux') context.skip('only Linux has a device that is always full');
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, 'notes-search: The output cannot be written (ENOSPC)\n']);
  });

  it.each(['ftp://store/path', '/folder', 's3:', 's3://'])('refuses the object store %s', async (uri) => {
    await expect(start('--storage-uri', uri)).rejects.toThrow('It must be the address of an object store');
  });
});
