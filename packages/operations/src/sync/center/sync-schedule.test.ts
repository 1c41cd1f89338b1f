import { describe, expect, it } from 'vitest';
import { SyncSchedule } from './sync-schedule.js';

const MINUTE = 60_000;

/** Returns a rhythm whose first look found nothing. */
function createRested(chance = 0.5): SyncSchedule {
  const rhythm = new SyncSchedule(0, () => chance);
  expect(rhythm.getDueAction(0)).toBe('look');
  rhythm.recordLook(0, MINUTE);
  return rhythm;
}

describe('the sync schedule of a service [SYNC-BY-ITSELF]', () => {
  it('looks at the start and after every interval', () => {
    const rhythm = createRested();
    expect([rhythm.getDueAction(MINUTE - 1), rhythm.getDueAction(MINUTE)]).toEqual([null, 'look']);
  });

  it('runs after a pause in writes, or at the latest after the maximum wait', () => {
    const rhythm = createRested();
    rhythm.setPending('1', 1_000);
    rhythm.setPending('1', 2_000);
    expect([rhythm.getDueAction(3_999), rhythm.getDueAction(4_000)]).toEqual([null, 'run']);
    for (let at = 2_000; at < 16_000; at += 1_000) {
      rhythm.setPending(`${at}`, at);
      expect(rhythm.getDueAction(at)).toBeNull();
    }
    rhythm.setPending('16', 16_000);
    expect(rhythm.getDueAction(16_000)).toBe('run');
  });

  it('retries at once after a change that may have removed the obstacle', () => {
    const rhythm = createRested();
    rhythm.setPending('1', 1_000);
    rhythm.recordStart();
    rhythm.recordEnd('refused', 10_000);
    expect(rhythm.getDueAction(5 * MINUTE)).toBeNull();
    rhythm.reset(5 * MINUTE);
    expect(rhythm.getDueAction(5 * MINUTE)).toBe('run');
  });

  it('runs again for changes written meanwhile, and not for changes it could not send', () => {
    const rhythm = createRested();
    rhythm.setPending('1', 1_000);
    rhythm.recordStart();
    rhythm.recordEnd('done', 10_000);
    rhythm.setPending('1', 10_000);
    expect(rhythm.getDueAction(20_000)).toBeNull();
    rhythm.setPending('2', 20_000);
    expect(rhythm.getDueAction(23_000)).toBe('run');
    rhythm.setPending(null, 24_000);
    expect(rhythm.getDueAction(40_000)).toBeNull();
  });

  it('retries after random pauses that double up to 15 minutes', () => {
    const pauses = [1, 2, 3, 20].map((failures) => {
      const rhythm = createRested();
      for (let time = 0; time < failures; time += 1) rhythm.recordEnd('away', 0);
      const at = [1_000, 2_000, 4_000, 7.5 * MINUTE].find((pause) => rhythm.getDueAction(pause) === 'run');
      expect(rhythm.getDueAction((at ?? 0) - 1)).toBeNull();
      return at;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 7.5 * MINUTE]);
    const soon = createRested(0);
    soon.recordEnd('away', 5);
    expect(soon.getDueAction(5)).toBe('run');
  });

  it('waits 15 minutes after a refusal, and resets the pauses after a success', () => {
    const rhythm = createRested();
    rhythm.recordEnd('refused', 0);
    rhythm.setPending('1', 0);
    expect([rhythm.getDueAction(15 * MINUTE - 1), rhythm.getDueAction(15 * MINUTE)]).toEqual([null, 'run']);
    rhythm.recordEnd('done', 15 * MINUTE);
    rhythm.recordEnd('away', 20 * MINUTE);
    expect(rhythm.getDueAction(20 * MINUTE + 1_000)).toBe('run');
  });

  it('runs again for an incomplete run after growing pauses, without delaying changes and looks', () => {
    const rhythm = createRested();
    rhythm.recordEnd('incomplete', 0);
    expect([rhythm.getDueAction(999), rhythm.getDueAction(1_000)]).toEqual([null, 'run']);
    rhythm.recordEnd('incomplete', 1_000);
    expect([rhythm.getDueAction(2_999), rhythm.getDueAction(3_000)]).toEqual([null, 'run']);
    for (let time = 0; time < 20; time += 1) rhythm.recordEnd('incomplete', 3_000);
    expect(rhythm.getDueAction(MINUTE)).toBe('look');
    rhythm.recordLook(MINUTE, 60 * MINUTE);
    rhythm.setPending('1', MINUTE);
    expect(rhythm.getDueAction(MINUTE + 3_000)).toBe('run');
    rhythm.recordStart();
    expect(rhythm.getDueAction(7.5 * MINUTE + 3_000)).toBe('run');
    rhythm.recordEnd('done', 8 * MINUTE);
    expect(rhythm.getDueAction(30 * MINUTE)).toBeNull();
  });

  it('retries soon after the first failure, however many runs before were incomplete', () => {
    const rhythm = createRested();
    for (let time = 0; time < 20; time += 1) rhythm.recordEnd('incomplete', 0);
    rhythm.recordEnd('away', 0);
    expect([rhythm.getDueAction(999), rhythm.getDueAction(1_000)]).toEqual([null, 'run']);
    rhythm.recordLook(0, 60 * MINUTE);
    rhythm.recordEnd('incomplete', 0);
    expect([rhythm.getDueAction(7.5 * MINUTE - 1), rhythm.getDueAction(7.5 * MINUTE)]).toEqual([null, 'run']);
    rhythm.recordEnd('away', 0);
    expect([rhythm.getDueAction(999), rhythm.getDueAction(1_000)]).toEqual([null, 'run']);
  });
});
