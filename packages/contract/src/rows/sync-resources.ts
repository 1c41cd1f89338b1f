import { z } from 'zod';
import { operation } from '../operation.js';
import { id } from '../schemas/primitives.js';
import { intentKind, resourceIntent } from '../schemas/sync-resources.js';

/** Operations on the presence of attachment bytes on this device. */
export const syncResourceRows = {
  setResourceIntent: operation({
    summary: 'Set whether this device keeps the bytes of an attachment, or show where they are.',
    input: () =>
      z.strictObject({
        resource_id: id('resource'),
        intent: intentKind().optional().describe('Without it, nothing changes and the current intent is returned.'),
      }),
    output: resourceIntent,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: '/api/v1/sync-ui/resources/{resource_id}/intent' },
    mcp: null,
    cli: {
      command: 'sync intent',
      positional: ['resource_id', 'intent'],
      examples: ['notes sync intent res_…', 'notes sync intent res_… pin', 'notes sync intent res_… evict'],
    },
  }),
};
