import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asFileError, type DataPaths, getErrorCode, makeFolder, syncFile } from '@notes/storage';
import type { z } from 'zod';
import { computePlanDigest, type Plan, type PlanKind } from './plan.js';

type Kind = { readonly kind: PlanKind };

const getFileName = ({ kind }: Kind, sha256: string) => `${kind}-${sha256}.jsonl`;

/**
 * Stores a plan durably for its job, replacing earlier plans of its kind.
 *
 * @throws StorageError `full`, `failed`, `read_only`
 */
export async function keepPlan({ plans }: DataPaths, work: Kind, plan: Plan): Promise<void> {
  const draft = join(plans, `${work.kind}-${randomBytes(8).toString('hex')}`);
  try {
    makeFolder(plans);
    for (const name of await readdir(plans)) if (name.startsWith(`${work.kind}-`)) rmSync(join(plans, name));
    writeFileSync(draft, plan.lines.map((line) => `${line}\n`).join(''), { flag: 'wx', mode: 0o600, flush: true });
    renameSync(draft, join(plans, getFileName(work, plan.sha256)));
    syncFile(plans);
  } catch (error) {
    rmSync(draft, { force: true });
    throw asFileError(error);
  }
}

/**
 * Reads a stored plan and its items; undefined when the file is missing or changed.
 *
 * @throws StorageError when the file cannot be read
 */
export async function readKeptPlan<Item>(
  { plans }: DataPaths,
  work: Kind & { readonly format: string; readonly item: z.ZodType<Item> },
  sha256: string,
): Promise<{ plan: Plan; items: Item[] } | undefined> {
  const text = await readFile(join(plans, getFileName(work, sha256)), 'utf8').catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw asFileError(error);
  });
  const lines = text?.split('\n').slice(0, -1);
  if (lines === undefined || computePlanDigest(work.format, lines) !== sha256) return undefined;
  const plan = { format: work.format, lines, sha256 };
  return { plan, items: lines.map((line) => work.item.parse(JSON.parse(line))) };
}

/** Removes a plan that was carried out. */
export function dropPlan({ plans }: DataPaths, work: Kind, sha256: string): void {
  rmSync(join(plans, getFileName(work, sha256)), { force: true });
}
