import { basename } from 'node:path';
import { MIMEType } from 'node:util';
import { type Output as Result, ServiceError } from '@notes/contract';
import { confirmFlag, requireConfirmation, yesFlag } from '../confirm.js';
import { FINDINGS_EXIT, INTERRUPTED_EXIT, UsageError } from '../failures.js';
import { findNoteId, parseResourceId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { readBytes, STANDARD_INPUT } from '../read-bytes.js';
import { alignColumns } from '../table.js';
import { formatCount, toOneLine } from '../text.js';

type Resource = Result<'getResource'>;

interface AddReport {
  readonly resources: readonly Result<'uploadResource'>[];
  readonly failed: readonly { readonly path: string; readonly error: { code: string; message: string } }[];
  /** True after Ctrl-C: files in neither list were not added. */
  readonly interrupted: boolean;
}

/** `notes resource add` */
export const resourceAdd: Presentation<'uploadResource', AddReport> = {
  summary: 'Store files as attachments. To add them to a note, use notes resource attach.',
  positional: { filename: '<file...>' },
  argumentDescriptions: { filename: 'File to store, or - for standard input.' },
  inputs: {
    mime_type: { flags: '--type <type>', description: 'MIME type. Default: detected from content and name.' },
  },
  extra: { name: { flags: '--name <name>', description: 'Name of the attachment. Default: the file name.' } },
  missingLibrary: () => 'make-if-done',
  long: 'resource add',
  onInterrupt: 'Stopping. Press Ctrl-C again to stop now',
  run: add,
  render: {
    table: ({ resources, failed, interrupted }, out) => {
      for (const line of alignColumns(resources.map(columns))) out.line(line);
      for (const { error } of failed) out.warning(toOneLine(error.message));
      if (interrupted) out.notice('Stopped before the end.');
    },
    ids: ({ resources }, out) => {
      for (const { id } of resources) out.line(id);
    },
  },
  exitCode: ({ failed, interrupted }) => {
    if (interrupted) return INTERRUPTED_EXIT;
    return failed.length > 0 ? FINDINGS_EXIT : 0;
  },
};

/** Returns false for a text that would be stored as an unknown type. */
function isMimeType(text: string): boolean {
  try {
    new MIMEType(text);
    return true;
  } catch {
    return false;
  }
}

/** Adds several files one by one, each with its own result. A single file that fails makes the command fail. */
async function add(call: Call, { filename: paths, name, mime_type }: Values): Promise<AddReport> {
  const files = paths as readonly string[];
  if (files.length > 1 && name !== undefined)
    throw new UsageError(`--name works with one file, and ${files.length} are given`);
  if (mime_type !== undefined && !isMimeType(String(mime_type)))
    throw new UsageError(`--type ${mime_type}: write a MIME type, such as application/pdf`);
  const resources: AddReport['resources'][number][] = [];
  const failed: AddReport['failed'][number][] = [];
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
  formatCount(size_bytes, 'byte'),
  mime_type,
  filename,
];

/** `notes resource info` */
export const resourceInfo: Presentation<'getResource'> = {
  positional: { resource_id: '<resource>' },
  run: (call, { resource_id }) => call.invoke('getResource', { resource_id: parseResourceId(resource_id) }),
  render: {
    table: (resource, out) => {
      for (const line of alignColumns(Object.entries(resource).map(([name, value]) => [name, String(value)])))
        out.line(line);
    },
  },
};

const noteAndResource = { positional: { document_id: '<note>', resource_id: '<resource>' } } as const;
const readIds = (call: Call, { document_id, resource_id }: Values) => ({
  document_id: findNoteId(call, document_id),
  resource_id: parseResourceId(resource_id),
});

/** `notes resource attach` */
export const resourceAttach: Presentation<'attachResource'> = {
  ...noteAndResource,
  inputs: {
    relation_type: {
      flags: '--as <relation>',
      description: 'Role of the attachment in the note. Default: attachment.',
    },
  },
  run: (call, values) =>
    call.invoke('attachResource', { ...readIds(call, values), relation_type: values.relation_type }),
  render: {
    table: ({ document_id, resource, relation_type, added }, out) => {
      const name = toOneLine(resource.filename);
      const as = relation_type === 'attachment' ? '' : ` as ${relation_type}`;
      out.notice(
        added ? `Attached ${name} to ${document_id}${as}.` : `${name} was already attached to ${document_id}${as}.`,
      );
    },
  },
};

/** `notes resource detach` */
export const resourceDetach: Presentation<'detachResource'> = {
  ...noteAndResource,
  run: (call, values) => call.invoke('detachResource', readIds(call, values)),
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
    const resource_id = parseResourceId(values.resource_id);
    if (values.confirmation === undefined)
      printResourceToDelete(await call.invoke('getResource', { resource_id }), call.out);
    const confirmed = await requireConfirmation(call, values, `delete-resource:${resource_id}`);
    return call.invoke('deleteResource', { resource_id, confirmation: confirmed });
  },
  render: { table: ({ resource_id }, out) => out.notice(`${resource_id} was deleted.`) },
};

function printResourceToDelete({ filename, size_bytes }: Resource, out: Output): void {
  out.notice(`${toOneLine(filename)}, ${formatCount(size_bytes, 'byte')}`);
}
