import { expect, test } from 'vitest';
import { listJobActions } from './state.js';

test('listOffers returns the actions that the state of a job allows', () => {
  const offers = (state: Parameters<typeof listJobActions>[0]['state'], cancel_requested = false) =>
    listJobActions({ state, cancel_requested });
  expect(offers('running')).toEqual(['cancelJob']);
  expect(offers('running', true)).toEqual([]);
  expect(offers('succeeded')).toEqual([]);
  for (const state of ['failed', 'cancelled', 'interrupted'] as const)
    expect(offers(state)).toEqual(['retryJob', 'resetJob']);
});
