import { operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { exchangeHandlers } from '../exchange/handlers.js';
import { noteHandlers } from '../notes/handlers.js';
import { organiseHandlers } from '../organise/handlers.js';
import { syncHandlers } from '../sync/handlers.js';
import { upkeepHandlers } from '../upkeep/handlers.js';
import type { Context } from './context.js';
import { deferHandlers } from './defer-handlers.js';
import { serviceHandlers } from './service-handlers.js';

test('every operation has its handler in exactly one area', () => {
  const areas = [noteHandlers, organiseHandlers, exchangeHandlers, syncHandlers, upkeepHandlers, serviceHandlers];
  expect(areas.flatMap((area) => Object.keys(area)).sort()).toEqual(Object.keys(operations).sort());
});

test('deferHandlers loads the module at the first call and passes context and input', async () => {
  let loads = 0;
  const { listTags, renameTag } = deferHandlers(async () => {
    loads += 1;
    return {
      listTags: (...args: unknown[]) => args as never,
      renameTag: () => {
        throw new Error('from the handler');
      },
    };
  }, ['listTags', 'renameTag']);
  expect(loads).toBe(0);
  const [context, input] = [{} as Context, { limit: 1 } as never];
  expect(await listTags(context, input)).toEqual([context, input]);
  expect(loads).toBe(1);
  await expect(renameTag(context, input)).rejects.toThrow('from the handler');
});
