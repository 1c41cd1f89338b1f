import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { localizedMedia, mediaPolicy, remoteMediaScan, urlCheck } from '../schemas/media.js';
import { baseRevisionId, id, text } from '../schemas/primitives.js';

const REMOTE_MEDIA = '/api/v1/documents/{document_id}/remote-media';
const document_id = id('document');

/** Maximum bytes of an address in a request. An address over 2,048 is refused with a reason of its own. */
const MAX_URL_BYTES = 4096;
const url = defer(() => text(MAX_URL_BYTES));

/** Operations on remote images in notes: the policy, and fetching them. */
export const mediaRows = {
  getMediaPolicy: operation({
    summary: 'Read the policy for fetching remote media.',
    input: () => z.strictObject({}),
    output: mediaPolicy,
    errors: [],
    http: { method: 'get', path: '/api/v1/media-policy' },
    mcp: null,
    cli: { command: 'media policy', examples: ['notes media policy', 'notes media policy --json'] },
  }),
  checkMediaUrl: operation({
    summary: 'Check whether the policy allows an address to be fetched. Resolves and fetches nothing.',
    input: () => z.strictObject({ url: url() }),
    output: urlCheck,
    errors: [],
    http: { method: 'post', path: '/api/v1/media-policy/check-url' },
    mcp: null,
    cli: { command: 'media check', positional: ['url'], examples: ['notes media check https://example.org/a.png'] },
  }),
  scanRemoteMedia: operation({
    summary:
      'List the remote images of a note, and which of them the policy allows to fetch. Resolves and fetches nothing.',
    input: () => z.strictObject({ document_id }),
    output: remoteMediaScan,
    errors: ['not_found'],
    http: { method: 'post', path: `${REMOTE_MEDIA}/scan` },
    mcp: { tool: 'scan_remote_media', scope: 'read-only' },
    cli: { command: 'media scan', positional: ['document_id'], examples: ['notes media scan "Shopping"'] },
  }),
  localizeRemoteMedia: operation({
    summary:
      'Fetch the remote images of a note, store them as attachments, and use them in one new revision of the note.',
    input: () =>
      z.strictObject({
        document_id,
        base_revision_id: baseRevisionId.optional(),
        urls: z
          .array(url())
          .min(1)
          .max(50)
          .optional()
          .describe('Only these addresses, as listed by a scan. Default: all, at most 50.'),
      }),
    output: localizedMedia,
    errors: ['not_found', 'revision_conflict', 'precondition_required'],
    precondition: 'required',
    http: { method: 'post', path: `${REMOTE_MEDIA}/localize`, timeoutSeconds: 120 },
    mcp: { tool: 'localize_remote_media', scope: 'editor', arguments: { urls: 'Only these.' } },
    cli: {
      command: 'media localize',
      positional: ['document_id'],
      examples: ['notes media localize "Shopping"', 'notes media localize "Shopping" --url https://example.org/a.png'],
    },
  }),
};
