import { basename } from 'node:path';
import { type Output as Result, ServiceError } from '@notes/contract';
import { confirmation, confirmFlag, yesFlag } from '../confirm.js';
import { FINDINGS } from '../exit-codes.js';
import { UsageError } from '../failures.js';
import { INTERRUPTED } from '../interrupt.js';
import { oneNote, resourceId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { readBytes, STANDARD_INPUT } from '../read-bytes.js';
import { aligned } from '../table.js';
import { counted, oneLine } from '../text.js';

type Resource = Result<'getResource'>;

interface Added {
  readonly resources: readonly Result<'uploadResource'>[];
  readonly failed: readonly { readonly path: string; readonly error: { code: string; message: string } }[];
  /** True after Ctrl-C: files in neither list were not added. */
  readonly interrupted: boolean;
}

/** `notes resource add` */
export const resourceAdd: Presentation<'uploadResource', Added> = {
  summary: 'Store files as attachments. To add them to a note, use notes resource attach.',
  positional: { filename: '<file...>' },
  inputs: {
    mime_type: { flags: '--type <type>', description: 'MIME type (default: detected from content and name)' },
  },
  extra: { name: { flags: '--name <name>', description: 'name of the attachment (default: the file name)' } },
  missingLibrary: () => 'make',
  long: 'resource add',
  onInterrupt: 'Stopping. Press Ctrl-C again to stop now',
  run: add,
  render: {
    table: ({ resources, failed, interrupted }, out) => {
      for (const line of aligned(resources.map(columns))) out.line(line);
      for (const { error } of failed) out.notice(oneLine(error.message));
      if (interrupted) out.notice('Stopped before the end.');
    },
    ids: ({ resources }, out) => {
      for (const { id } of resources) out.line(id);
    },
  },
  exitCode: ({ failed, interrupted }) => {
    if (interrupted) return INTERRUPTED;
    return failed.length > 0 ? FINDINGS : 0;
  },
};

/** Adds several files one by one, each with its own result. A single file that fails makes the command fail. */
async function add(call: Call, { filename: paths, name, mime_type }: Values): Promise<Added> {
  const files = paths as readonly string[];
  if (files.length > 1 && name !== undefined)
    throw new UsageError(`--name works with one file, and ${files.length} are given`);
  const resources: Added['resources'][number][] = [];
  const failed: Added['failed'][number][] = [];
  for (const path of files) {
    try {
      const own = path === STANDARD_INPUT ? undefined : basename(path);
      const described = { filename: name ?? own, mime_type };
      resources.push(await call.invoke('uploadResource', described, readBytes(call, path)));
    } catch (error) {
      if (call.signal?.aborted) return { resources, failed, interrupted: true };
      if (files.length === 1 || !(error instanceof ServiceError)) throw error;
      failed.push({ path, ...error.envelope() });
    }
  }
  return { resources, failed, interrupted: false };
}

const columns = ({ id, filename, mime_type, size_bytes }: Resource) => [
  id,
  counted(size_bytes, 'byte'),
  mime_type,
  filename,
];

/** `notes resource info` */
export const resourceInfo: Presentation<'getResource'> = {
  positional: { resource_id: '<resource>' },
  run: (call, { resource_id }) => call.invoke('getResource', { resource_id: resourceId(resource_id) }),
  render: {
    table: (resource, out) => {
      for (const line of aligned(Object.entries(resource).map(([name, value]) => [name, String(value)])))
        out.line(line);
    },
  },
};

const ofNote = { positional: { document_id: '<note>', resource_id: '<resource>' } } as const;
const bothIds = (call: Call, { document_id, resource_id }: Values) => ({
  document_id: oneNote(call, document_id),
  resource_id: resourceId(resource_id),
});

/** `notes resource attach` */
export const resourceAttach: Presentation<'attachResource'> = {
  ...ofNote,
  inputs: {
    relation_type: {
      flags: '--as <relation>',
      description: 'role of the attachment in the note (default: attachment)',
    },
  },
  run: (call, values) =>
    call.invoke('attachResource', { ...bothIds(call, values), relation_type: values.relation_type }),
  render: {
    table: ({ document_id, resource, relation_type, added }, out) =>
      out.notice(
        `${oneLine(resource.filename)} ${added ? 'is now' : 'was already'} ${relation_type} of ${document_id}.`,
      ),
  },
};

/** `notes resource detach` */
export const resourceDetach: Presentation<'detachResource'> = {
  ...ofNote,
  run: (call, values) => call.invoke('detachResource', bothIds(call, values)),
  render: {
    table: ({ document_id, resource_id, removed }, out) =>
      out.notice(
        removed
          ? `${resource_id} was detached from ${document_id}.`
          : `${resource_id} was not attached to ${document_id}.`,
      ),
  },
};

/** `notes resource rm` */
export const resourceRm: Presentation<'deleteResource'> = {
  positional: { resource_id: '<resource>' },
  inputs: { confirmation: confirmFlag },
  extra: { yes: yesFlag },
  run: async (call, values) => {
    const resource_id = resourceId(values.resource_id);
    if (values.confirmation === undefined) showDoomed(await call.invoke('getResource', { resource_id }), call.out);
    const confirmed = await confirmation(call, values, `delete-resource:${resource_id}`);
    return call.invoke('deleteResource', { resource_id, confirmation: confirmed });
  },
  render: { table: ({ resource_id }, out) => out.notice(`${resource_id} was deleted.`) },
};

function showDoomed({ filename, size_bytes }: Resource, out: Output): void {
  out.notice(`${oneLine(filename)}, ${counted(size_bytes, 'byte')}`);
}
