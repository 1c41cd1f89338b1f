import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id } from './primitives.js';

export const intentKind = defer(() =>
  z
    .enum(['eager', 'lazy', 'pin', 'evict'])
    .describe(
      'eager: fetch it. lazy: fetch it when somebody reads it. pin: fetch it and keep it. evict: remove it here, if an older device of the group reported that it has it, or this one read it back from the sync target within 30 days.',
    ),
);

export const resourceIntent = defer(() =>
  z
    .object({
      resource_id: id('resource'),
      intent: intentKind(),
      presence: z
        .enum(['local', 'partial', 'remote', 'missing'])
        .describe(
          'local: on this device. partial: partly on this device. remote: on other devices. missing: nowhere known.',
        ),
      size_bytes: count,
      fetched_bytes: count,
    })
    .meta({ id: 'ResourceIntent' }),
);
