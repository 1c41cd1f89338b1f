import { expect, test } from 'vitest';
import { parseAnswer } from './parse-answer.js';

test('parseAnswer returns the parsed body of a successful response', () => {
  expect(parseAnswer({ status: 201, body: '{"id":"1"}' })).toEqual({ id: '1' });
});

test('parseAnswer throws the error of the service with its code, message and current revision', () => {
  const body = '{"error":{"code":"revision_conflict","message":"The note has changed."}}';
  const refusal = { code: 'revision_conflict', message: 'The note has changed.', currentRevisionId: 'rev_2' };
  expect(() => parseAnswer({ status: 409, body, revisionId: 'rev_2' })).toThrow(expect.objectContaining(refusal));
});

test.each([
  [201, ''],
  [200, '<html>Sign in</html>'],
  [502, '<html>Bad gateway</html>'],
  [500, 'null'],
  [500, '{"error":"broken"}'],
  [400, '{"error":{"code":-32600,"message":"Invalid request"}}'],
])('parseAnswer turns a response %d of %j into internal_error with that status', (status, body) => {
  const refusal = { code: 'internal_error', message: expect.stringContaining(String(status)) };
  expect(() => parseAnswer({ status, body })).toThrow(expect.objectContaining(refusal));
});
