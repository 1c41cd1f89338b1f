import { afterEach, expect, test, vi } from 'vitest';
import { upload } from './upload.js';

/** A request that stays unanswered until the test ends it. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  readonly upload = {};
  readonly open = vi.fn();
  readonly setRequestHeader = vi.fn();
  status = 0;
  responseText = '';
  onload = () => {};
  onabort = () => {};

  send(): void {
    FakeRequest.sent.push(this);
  }

  readonly abort = vi.fn(() => this.onabort());
}

const startUpload = (signal: AbortSignal) => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return upload(new File(['a'], 'a.txt'), { onProgress: () => {}, signal });
};

afterEach(() => {
  vi.unstubAllGlobals();
  FakeRequest.sent = [];
});

test('upload sends nothing when the signal has aborted before', async () => {
  await expect(startUpload(AbortSignal.abort('gone'))).rejects.toBe('gone');
  expect(FakeRequest.sent).toEqual([]);
});

test('upload rejects with the reason of the signal that aborts the request', async () => {
  const controller = new AbortController();
  const uploaded = startUpload(controller.signal);
  controller.abort('gone');
  await expect(uploaded).rejects.toBe('gone');
});

test('upload does not abort a request that was answered before', async () => {
  const controller = new AbortController();
  const uploaded = startUpload(controller.signal);
  const [request] = FakeRequest.sent as [FakeRequest];
  Object.assign(request, { status: 201, responseText: '{"id":"res_1"}' });
  request.onload();
  expect(await uploaded).toEqual({ id: 'res_1' });
  controller.abort();
  expect(request.abort).not.toHaveBeenCalled();
});
