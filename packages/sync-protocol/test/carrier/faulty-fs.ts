import fs from 'node:fs/promises';
import type { CarrierFs } from '../../src/node/index.js';

/** Wraps the real file system; a call fails with the code that `fails` returns. Calls are counted from 1. */
export function faultyFs(
  fails: (call: string, count: number) => string | null,
): CarrierFs & { readonly calls: number } {
  let calls = 0;
  const failing = <Call extends (...args: never[]) => Promise<unknown>>(name: string, call: Call) =>
    (async (...args: Parameters<Call>) => {
      calls += 1;
      const code = fails(name, calls);
      if (code !== null) throw Object.assign(new Error(`${code}: planted`), { code });
      return await call(...args);
    }) as unknown as Call;
  const open = async (...args: Parameters<typeof fs.open>) => {
    const handle = await fs.open(...args);
    handle.writeFile = failing('write', handle.writeFile.bind(handle));
    handle.sync = failing('sync', handle.sync.bind(handle));
    handle.read = failing('read', handle.read.bind(handle)) as typeof handle.read;
    return handle;
  };
  return {
    open: failing('open', open) as typeof fs.open,
    lstat: failing('lstat', fs.lstat) as typeof fs.lstat,
    mkdir: failing('mkdir', fs.mkdir) as typeof fs.mkdir,
    readdir: failing('readdir', fs.readdir) as typeof fs.readdir,
    rename: failing('rename', fs.rename),
    unlink: failing('unlink', fs.unlink),
    get calls() {
      return calls;
    },
  };
}
