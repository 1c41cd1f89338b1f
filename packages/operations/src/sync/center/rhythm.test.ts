import { describe, expect, it } from 'vitest';
import { SyncRhythm } from './rhythm.js';

const MINUTE = 60_000;

/** Returns a rhythm whose first look found nothing. */
function rested(chance = 0.5): SyncRhythm {
  const rhythm = new SyncRhythm(0, () => chance);
  expect(rhythm.due(0)).toBe('look');
  rhythm.looked(0, MINUTE);
  return rhythm;
}

describe('the sync schedule of a service [SYNC-BY-ITSELF]', () => {
  it('looks at the start and after every interval', () => {
    const rhythm = rested();
    expect([rhythm.due(MINUTE - 1), rhythm.due(MINUTE)]).toEqual([null, 'look']);
  });

  it('runs after a pause in writes, or at the latest after the maximum wait', () => {
    const rhythm = rested();
    rhythm.waits('1', 1_000);
    rhythm.waits('1', 2_000);
    expect([rhythm.due(3_999), rhythm.due(4_000)]).toEqual([null, 'run']);
    for (let at = 2_000; at < 16_000; at += 1_000) {
      rhythm.waits(`${at}`, at);
      expect(rhythm.due(at)).toBeNull();
    }
    rhythm.waits('16', 16_000);
    expect(rhythm.due(16_000)).toBe('run');
  });

  it('retries at once after a change that may have removed the obstacle', () => {
    const rhythm = rested();
    rhythm.waits('1', 1_000);
    rhythm.began();
    rhythm.ended('refused', 10_000);
    expect(rhythm.due(5 * MINUTE)).toBeNull();
    rhythm.again(5 * MINUTE);
    expect(rhythm.due(5 * MINUTE)).toBe('run');
  });

  it('runs again for changes written meanwhile, and not for changes it could not send', () => {
    const rhythm = rested();
    rhythm.waits('1', 1_000);
    rhythm.began();
    rhythm.ended('done', 10_000);
    rhythm.waits('1', 10_000);
    expect(rhythm.due(20_000)).toBeNull();
    rhythm.waits('2', 20_000);
    expect(rhythm.due(23_000)).toBe('run');
    rhythm.waits(null, 24_000);
    expect(rhythm.due(40_000)).toBeNull();
  });

  it('retries after random pauses that double up to 15 minutes', () => {
    const pauses = [1, 2, 3, 20].map((failures) => {
      const rhythm = rested();
      for (let time = 0; time < failures; time += 1) rhythm.ended('away', 0);
      const at = [1_000, 2_000, 4_000, 7.5 * MINUTE].find((pause) => rhythm.due(pause) === 'run');
      expect(rhythm.due((at ?? 0) - 1)).toBeNull();
      return at;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 7.5 * MINUTE]);
    const soon = rested(0);
    soon.ended('away', 5);
    expect(soon.due(5)).toBe('run');
  });

  it('waits 15 minutes after a refusal, and resets the pauses after a success', () => {
    const rhythm = rested();
    rhythm.ended('refused', 0);
    rhythm.waits('1', 0);
    expect([rhythm.due(15 * MINUTE - 1), rhythm.due(15 * MINUTE)]).toEqual([null, 'run']);
    rhythm.ended('done', 15 * MINUTE);
    rhythm.ended('away', 20 * MINUTE);
    expect(rhythm.due(20 * MINUTE + 1_000)).toBe('run');
  });
});
