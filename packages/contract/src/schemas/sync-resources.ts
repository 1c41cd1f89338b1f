import { z } from 'zod';
import { count, id } from './primitives.js';

export const resourceWish = z
  .enum(['eager', 'lazy', 'pin', 'evict'])
  .describe(
    'eager: fetch it. lazy: fetch it when somebody reads it. pin: fetch it and keep it. evict: drop it here, where a device that was made before this one has said that it has it, or this one has read it back from the place of exchange within 30 days.',
  );

export const resourceIntent = z
  .object({
    resource_id: id('resource'),
    intent: resourceWish,
    presence: z
      .enum(['local', 'partial', 'remote', 'missing'])
      .describe('Where the bytes are: here, here in part, with others, or nowhere that is known.'),
    size_bytes: count,
    fetched_bytes: count,
  })
  .meta({ id: 'ResourceIntent' });
