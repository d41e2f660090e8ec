import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { loadCall } from './call-table.ts';
import { uploadFile } from './upload-call.ts';

type Listener = (event: { loaded: number }) => void;

/** A service that takes what it is sent and never answers. */
class SilentRequest {
  static latest: SilentRequest;
  upload: { onprogress?: Listener } = {};
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();
  constructor() {
    SilentRequest.latest = this;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

beforeEach(async () => {
  await loadCall('createAsset');
  pageBase();
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an upload without progress for 120 s is a request timeout [R9-18]', async () => {
  const options = { signal: new AbortController().signal, onProgress: vi.fn() };
  const sent = uploadFile('createAsset', {}, new File(['ab'], 'a.csv'), options);
  const ended = expect(sent).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
  SilentRequest.latest.upload.onprogress?.({ loaded: 1 });
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
  expect(options.onProgress).toHaveBeenCalledWith(1);
  const abort = vi.spyOn(SilentRequest.latest, 'abort');
  expect(abort).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
});
