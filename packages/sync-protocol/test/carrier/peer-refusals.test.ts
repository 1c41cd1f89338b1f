import { describe, expect, it } from 'vitest';
import { toPeerError } from '../../src/carrier/peer-http.js';
import { pairOverRest } from '../../src/control/pairing/rest-pairing.js';

const NOW = Date.UTC(2026, 0, 1, 12);
const SECOND = 1_000;

const refusal = (status: number, code: string, date: number | null = NOW) => {
  const body = Buffer.from(JSON.stringify({ error: { code, message: '' } }));
  const { code: kind, message } = toPeerError({ status, body, date }, NOW);
  return [kind, message];
};

describe('the error for a refusal of a peer names its cause [SYNC-REST-TOLD]', () => {
  it.each([
    [403, 'not_enrolled', 'not_enrolled', /revoked or retired/],
    [404, 'sync_disabled', 'not_a_carrier', /sync\.rest\.enabled/],
    [404, 'not_found', 'not_a_carrier', /Nothing at this address/],
    [409, 'conflict', 'conflict', /other content/],
    [413, 'body_too_large', 'refused', /max_body_bytes/],
    [429, 'rate_limited', 'rate_limited', /too many requests/],
    [503, 'storage_unavailable', 'unreachable', /now \(status 503\)/],
    [400, 'validation_failed', 'refused', /status 400/],
  ])('explains status %i with code %s', (status, code, kind, words) => {
    expect(refusal(status, code)).toEqual([kind, expect.stringMatching(words)]);
  });

  it('states the difference of the clocks when it exceeds 60 s', () => {
    const explainUnauthorized = (aheadMs: number | null) =>
      refusal(401, 'unauthorized', aheadMs === null ? null : NOW - aheadMs)[1];
    expect(explainUnauthorized(90 * SECOND)).toMatch(/90 s ahead of/);
    expect(explainUnauthorized(-3_600 * SECOND)).toMatch(/3600 s behind/);
    for (const near of [0, 60 * SECOND, -60 * SECOND, null]) expect(explainUnauthorized(near)).toMatch(/signature/);
  });

  it('maps an answer without an error code by its status alone', () => {
    const explainPage = (status: number) =>
      toPeerError({ status, body: Buffer.from('<html>'), date: NOW + 90_000 }, NOW);
    for (const status of [301, 401, 403, 407, 413])
      expect(explainPage(status)).toMatchObject({
        code: 'refused',
        message: expect.stringMatching(`^Another program answered at this address with status ${status}`),
      });
    expect(explainPage(404)).toMatchObject({ code: 'not_a_carrier' });
    for (const status of [408, 502]) expect(explainPage(status)).toMatchObject({ code: 'unreachable' });
  });

  it('does not take the login page of a proxy for a refused pairing code', async () => {
    const answer = (body: string) => async () => ({ status: 401, body: Buffer.from(body), date: NOW });
    const pair = (body: string) => pairOverRest(answer(body), { invitationId: 'inv_1', box: new Uint8Array(40) }, NOW);
    await expect(pair('<html>')).rejects.toThrow(/^Another program answered/);
    await expect(pair('{"error":{"code":"unauthorized"}}')).rejects.toThrow(/does not accept the code/);
  });
});
