import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { callApi } from './call-api.ts';
import { loadCall } from './call-table.ts';

const ID = '400000000000000001';
let sent: Request[];

/** A service that answers so, or never. */
function answerWith(answer?: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(request);
    return new Promise((resolve, reject) => {
      const { signal } = request;
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
      if (answer) Promise.resolve().then(answer).then(resolve, reject);
    });
  });
}

beforeEach(async () => {
  sent = [];
  await loadCall('updateSite');
  vi.stubGlobal('document', { querySelector: () => ({ content: '/' }), baseURI: 'http://penstock.test/' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a call sends its method, path, query, body and headers', async () => {
  answerWith(() => new Response('{}', { status: 500 }));
  const query = { siteIds: ['1', '2'], search: undefined };
  await expect(callApi('listPipelines', { query } as never)).rejects.toMatchObject({ status: 500 });
  const body = { name: 'Ä' };
  const options = { ifMatch: 3, idempotencyKey: 'one' };
  await expect(callApi('updateSite', { body } as never, options)).rejects.toMatchObject({
    status: 500,
  });
  const [listed, changed] = sent;
  expect(listed?.method).toBe('GET');
  expect(listed?.url).toMatch(/\/v1\/pipelines\?siteIds=1&siteIds=2$/);
  expect(listed?.headers.get('content-type')).toBeNull();
  expect(changed?.method).toBe('PATCH');
  expect(changed?.headers.get('content-type')).toBe('application/json');
  expect(changed?.headers.get('if-match')).toBe('"3"');
  expect(changed?.headers.get('idempotency-key')).toBe('one');
  expect(await changed?.json()).toEqual(body);
});

test('without an answer for two minutes a call is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answerWith();
  const ended = expect(callApi('getSite', { path: { siteId: ID } })).rejects.toMatchObject({
    code: 'REQUEST_TIMEOUT',
    status: 0,
  });
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
  await ended;
  expect(sent).toHaveLength(1);
});

test('a call that is cancelled says so', async () => {
  answerWith();
  const control = new AbortController();
  const called = callApi('getSite', { path: { siteId: ID } }, { signal: control.signal });
  const ended = expect(called).rejects.toMatchObject({ code: 'ABORTED' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  control.abort();
  await ended;
});

test('no connection and an unreadable answer have codes of their own', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callApi('getSite', { path: { siteId: ID } })).rejects.toMatchObject({
    code: 'NETWORK',
  });
  answerWith(() => new Response('{"pipe', { headers: { 'content-type': 'application/json' } }));
  await expect(callApi('getSite', { path: { siteId: ID } })).rejects.toMatchObject({
    code: 'UNREADABLE_ANSWER',
  });
});
