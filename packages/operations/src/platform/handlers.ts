import type { Handlers, OperationName } from '@notes/contract';
import { exchangeHandlers } from '../exchange/handlers.js';
import { noteHandlers } from '../notes/handlers.js';
import { organiseHandlers } from '../organise/handlers.js';
import { syncHandlers } from '../sync/handlers.js';
import { upkeepHandlers } from '../upkeep/handlers.js';
import type { Context } from './context.js';
import { serviceHandlers } from './service-handlers.js';

const all = {
  ...noteHandlers,
  ...organiseHandlers,
  ...exchangeHandlers,
  ...syncHandlers,
  ...upkeepHandlers,
  ...serviceHandlers,
};

/** The compiler does not look for surplus properties in spread objects, so a handler without a row must be never. */
type WithoutRow = Exclude<keyof typeof all, OperationName>;

/** One handler for each row of the contract. A missing or surplus handler does not compile. */
export const handlers = all satisfies Handlers<Context> & Readonly<Record<WithoutRow, never>>;
