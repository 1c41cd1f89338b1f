import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceError } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { Deadline } from '../src/http/deadline.js';

const LIMIT_MS = 20;

/** Starts a deadline that collects what it reports as late. */
function start(limitMs: number | undefined) {
  const socket = new Socket();
  const late: string[] = [];
  const deadline = new Deadline(limitMs, socket, (error: ServiceError) => late.push(error.code));
  return { socket, late, deadline };
}

describe('a deadline', () => {
  it('adds no timer and no listener to a request that is answered in its turn', async () => {
    const { socket, late, deadline } = start(LIMIT_MS);
    expect(socket.listenerCount('close')).toBe(0);
    deadline.end();
    await sleep(LIMIT_MS * 3);
    expect(deadline.isOver).toBe(false);
    expect(late).toEqual([]);
  });

  it('fires its signal, and those who asked to be called, when the time limit is exceeded', async () => {
    const { late, deadline } = start(LIMIT_MS);
    const called: string[] = [];
    deadline.onOver(() => called.push('first'));
    const stop = deadline.onOver(() => called.push('stopped'));
    stop();
    await once(deadline.signal, 'abort');
    expect(late).toEqual(['request_timeout']);
    expect(called).toEqual(['first']);
    expect(deadline.isOver).toBe(true);
    expect(deadline.signal.reason).toMatchObject({ code: 'request_timeout' });
  });

  it('calls the others when one of those who asked is stopped twice', async () => {
    const { deadline } = start(LIMIT_MS);
    const called: string[] = [];
    const stop = deadline.onOver(() => called.push('stopped'));
    deadline.onOver(() => called.push('other'));
    stop();
    stop();
    await once(deadline.signal, 'abort');
    expect(called).toEqual(['other']);
  });

  it('is over when the client disconnects, also for a signal requested later', async () => {
    const { socket, late, deadline } = start(undefined);
    deadline.watch();
    socket.destroy();
    await once(socket, 'close');
    expect(deadline.isOver).toBe(true);
    expect(deadline.signal.aborted).toBe(true);
    expect(late).toEqual([]);
  });

  it('leaves no listener after its end, and starts none', () => {
    const { socket, deadline } = start(LIMIT_MS);
    deadline.watch();
    expect(socket.listenerCount('close')).toBe(1);
    deadline.end();
    expect(socket.listenerCount('close')).toBe(0);
    deadline.watch();
    expect(socket.listenerCount('close')).toBe(0);
  });
});
