import { type ErrorCode, errorCodes, type Operation, operations, possibleErrors } from '@notes/contract';
import { expect } from 'vitest';
import type { Answer } from './answer.js';

const rows = Object.values(operations as Record<string, Operation>).flatMap(({ http, errors }) =>
  http === null
    ? []
    : [
        {
          http,
          errors,
          method: http.method.toUpperCase(),
          pattern: new RegExp(`^${http.path.replace(/\{\w+\}/g, '[^/?]+')}$`),
        },
      ],
);

/**
 * Checks an answer against its row: an error has the envelope, its status, and a code of the row; a success has the
 * row's status.
 */
export function checkAgainstTable(method: string, path: string, answer: Answer): void {
  const route = path.split('?', 1)[0] as string;
  const exact = rows.filter((row) => row.method === method && row.pattern.test(route));
  const row = exact.find(({ http }) => http.path === route) ?? exact[0];
  if (row === undefined || answer.status === 304) return;
  if (answer.status < 400) {
    const part = row.http.response === 'content' && answer.headers['content-range'] !== undefined;
    const { createdField, status = 200 } = row.http;
    const found = createdField !== undefined && answer.json()[createdField] === false;
    expect(answer.status).toBe(part ? 206 : found ? 200 : status);
    return;
  }
  const body = answer.json<{ error: { code: ErrorCode; message: string } }>();
  expect(body).toEqual({ error: { code: expect.any(String), message: expect.stringMatching(/./) } });
  expect(errorCodes[body.error.code].http).toBe(answer.status);
  expect(possibleErrors(row.http.method, row.errors), `${method} ${route}`).toContain(body.error.code);
}
