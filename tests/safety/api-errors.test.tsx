import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectRequest } from '../../machines/confirm/index.ts';
import { selectToasts } from '../../machines/toasts/index.ts';
import { answerConfirm, confirmActor } from '../../src/console/actors/confirm.ts';
import { type PageProblem, pageProblem } from '../../src/console/actors/shell-state.ts';
import { STORAGE_KEYS, storage } from '../../src/console/actors/storage.ts';
import { sendToast, toastsActor } from '../../src/console/actors/toasts.ts';
import { callApi } from '../../src/console/api/call-api.ts';
import { createQueryClient } from '../../src/console/api/query-client.ts';
import { handleApiErrors } from '../../src/console/api/report-error.ts';
import { callQuery } from '../../src/console/api/use-call.ts';
import { showErrorOutcome } from '../../src/console/app/host.ts';
import { parseErrorText } from '../../src/contract/errors.ts';
import { CALL_TIMEOUT_MS } from '../../src/contract/limits.ts';

const SITE = '400000000000000001';
const SOURCE = '200000000000000001';
const PIPELINE = '300000000000000001';

let client = createQueryClient();

const readPipelines = (isSuppressed: boolean) => () =>
  client.fetchQuery({
    ...callQuery('listPipelines', { query: { siteIds: [SITE] } }),
    retry: false,
    meta: { isSuppressed },
  });
const written = (id: string, mutationFn: () => Promise<unknown>, isSuppressed = false) =>
  new MutationObserver(client, { mutationKey: [id], mutationFn, meta: { isSuppressed } }).mutate();
const createPipeline = () =>
  callApi('createPipeline', { body: { pipeline: { siteId: SITE, name: 'Orders' } } });
const graph = {
  pipelineId: PIPELINE,
  edges: {},
  metaInfo: {},
  versionInfo: { pipelineId: PIPELINE, name: '' },
};

/** Every kind of call, made as the console makes it: reads through the cache, writes through a mutation. */
const MAKE = {
  GET: readPipelines(false),
  'GET its screen reports': readPipelines(true),
  'GET sites': () => client.fetchQuery({ ...callQuery('listSites', {}), retry: false }),
  'GET features': () => client.fetchQuery({ ...callQuery('listFeatures', {}), retry: false }),
  POST: () => written('createPipeline', createPipeline),
  'POST its form reports': () => written('createPipeline', createPipeline, true),
  PATCH: () =>
    written('updateSource', () =>
      callApi('updateSource', { body: { source: { id: SOURCE, description: 'changed' } } }),
    ),
  PUT: () => written('saveGraph', () => callApi('saveGraph', { body: graph })),
  DELETE: () => written('deleteSource', () => callApi('deleteSource', { path: { id: SOURCE } })),
} as const satisfies Record<string, () => Promise<unknown>>;

/** What the network does with a request. */
type Network = (request: Request) => Promise<Response>;
const answer =
  (status: number, body: unknown): Network =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const failed = (status: number, reason: string, message = 'The port is taken'): Network =>
  answer(status, { code: reason, reason, message, requestId: 'r' });
const refused: Network = async () => {
  throw new TypeError('Failed to fetch');
};
/** As a browser reads an answer whose connection is cut. */
const cutInTheBody: Network = async () =>
  Object.assign(new Response('{'), { json: () => Promise.reject(new TypeError('network error')) });
const silence: Network = ({ signal }) =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

/** What a person gets to see of a failure; what is not named is not shown. */
type Seen = {
  toast?: { title: string; causes?: string[]; resolutions?: string[] };
  modal?: string;
  page?: PageProblem;
};
const NOTHING: Seen = {};
const MODAL: Seen = { modal: 'You are not authorized to perform this action!' };
const TOLD: Seen = { toast: { title: 'The port is taken' } };
const told = (title: string): Seen => ({ toast: { title } });

type Row = [title: string, call: keyof typeof MAKE, network: Network, seen: Seen];

const EMAIL = 'Email not verified.';
const TEXT = {
  Error: 'No route to host',
  'Possible causes': ['DNS', 'Firewall'],
  Resolutions: 'Ask for one',
};
const TEXT_SEEN: Seen = {
  toast: { title: 'No route to host', causes: ['DNS', 'Firewall'], resolutions: ['Ask for one'] },
};

/** Appendix E19, first match first. */
const POLICY: Row[] = [
  ['E19/2 R8-17 a network error is ignored', 'GET', refused, NOTHING],
  ['E19/2 R8-17 also of a write', 'POST', refused, NOTHING],
  ['E19/2 R8-17 also in the middle of an answer', 'GET', cutInTheBody, NOTHING],
  ['E19/3 R8-18 status 504 is ignored', 'GET', failed(504, 'ANY'), NOTHING],
  ['E19/3 R8-18 whatever its body is', 'POST', answer(504, '<html>'), NOTHING],
  ['E19/3 R8-22 kind gateway timeout is ignored', 'POST', failed(500, 'GATEWAY_TIMEOUT'), NOTHING],
  [
    'E19/4 R8-03 an unverified email has its page',
    'GET',
    failed(401, 'X', EMAIL),
    { page: 'validate-email' },
  ],
  ['E19/4 R8-67 with 403 too', 'POST', failed(403, 'FORBIDDEN', EMAIL), { page: 'validate-email' }],
  ['E19/5 R8-19 401 has its page', 'GET', failed(401, 'UNAUTHENTICATED'), { page: 'not-authorized' }],
  ['E19/5 R6-39 401 of a write too', 'PATCH', answer(401, ''), { page: 'not-authorized' }],
  ['E19/5 before suppression', 'GET its screen reports', answer(401, ''), { page: 'not-authorized' }],
  ['E19/6 R6-45, R6-46 a site-level 403', 'GET sites', failed(403, 'FORBIDDEN'), { page: 'site-forbidden' }],
  ['E19/7 R8-20, R6-41 403 on GET is silent', 'GET', failed(403, 'FORBIDDEN'), NOTHING],
  ['E19/7 R8-24 kind forbidden on GET is silent', 'GET', failed(500, 'FORBIDDEN'), NOTHING],
  ['E19/8 R8-20, R6-42 403 on POST has the modal', 'POST', failed(403, 'FORBIDDEN'), MODAL],
  ['E19/8 R6-42 403 on PATCH has the modal', 'PATCH', answer(403, ''), MODAL],
  ['E19/8 R6-44 403 on PUT has the modal', 'PUT', failed(403, 'FORBIDDEN'), MODAL],
  ['E19/8 R6-42 403 on DELETE has the modal', 'DELETE', failed(403, 'FORBIDDEN'), MODAL],
  ['E19/8 before suppression', 'POST its form reports', failed(403, 'FORBIDDEN'), MODAL],
  ['E19/9 R8-21 kind request timeout is not told', 'POST', failed(408, 'REQUEST_TIMEOUT'), NOTHING],
  ['E19/9 R8-23 kind no data is not told', 'GET', failed(404, 'NO_DATA'), NOTHING],
  ['E19/9 R8-24 kind forbidden is not told', 'POST', failed(500, 'FORBIDDEN'), NOTHING],
  ['E19/10 R8-12 sites that cannot be read', 'GET sites', failed(500, 'INTERNAL'), { page: 'site-error' }],
  ['E19/11 R7-23 the features', 'GET features', failed(500, 'INTERNAL'), NOTHING],
  ['E19/11 R7-03 what its screen reports', 'GET its screen reports', failed(500, 'INTERNAL'), NOTHING],
  ['E19/11 R7-03 what its form reports', 'POST its form reports', failed(409, 'NAME_TAKEN'), NOTHING],
  ['E19/12 R8-25 any other error is told', 'GET', failed(500, 'INTERNAL'), TOLD],
  ['E19/12 R8-25, R8-48 also of a write', 'DELETE', failed(409, 'IN_USE'), TOLD],
  ['E19/12 R8-29 400 like the others', 'POST', failed(400, 'VALIDATION_FAILED'), TOLD],
];

/** How the text of an error is found in an answer, and what it says. */
const TEXTS: Row[] = [
  ['R8-26 message', 'GET', answer(500, { message: 'Broken' }), told('Broken')],
  ['R8-26 reason where there is no message', 'GET', answer(500, { reason: 'NO_SPACE' }), told('NO_SPACE')],
  [
    'R8-26 reason where the message is empty',
    'GET',
    answer(500, { reason: 'NO_SPACE', message: '' }),
    told('NO_SPACE'),
  ],
  ['R8-26 code where there is neither', 'GET', answer(500, { code: 'DISK_FULL' }), told('DISK_FULL')],
  [
    'R8-26 fields of another kind beside it do not hide the message',
    'GET',
    answer(500, { code: 13, message: 'Broken', details: [{ '@type': 'x' }] }),
    told('Broken'),
  ],
  [
    'R8-27 a kind is found beside fields of another kind',
    'POST',
    answer(500, { code: 13, reason: 'REQUEST_TIMEOUT' }),
    NOTHING,
  ],
  ['R8-30, R8-31, R8-33 a message that is JSON', 'GET', failed(500, 'X', JSON.stringify(TEXT)), TEXT_SEEN],
  ['R8-30, R8-31, R8-33 an answer that is the JSON itself', 'GET', answer(500, TEXT), TEXT_SEEN],
  [
    'R8-30 however long it is',
    'GET',
    answer(500, { ...TEXT, 'Possible causes': ['x'.repeat(600)] }),
    { toast: { title: TEXT.Error, causes: ['x'.repeat(600)], resolutions: [TEXT.Resolutions] } },
  ],
  ['R8-32 raw text is the title', 'GET', answer(502, 'Bad gateway'), told('Bad gateway')],
  ['R8-32 JSON without such keys is raw text', 'GET', answer(500, { oops: 1 }), told('{"oops":1}')],
  ['R8-49 an empty answer has the fallback text', 'GET', answer(500, ''), told('Something went wrong!')],
  ['R8-49 so has an empty object', 'POST', answer(500, {}), told('Something went wrong!')],
  [
    'R8-26 an answer that does not fit the contract is told',
    'GET',
    answer(200, { pipelines: 'none' }),
    told('The service gave an answer this console cannot read. Reload the page.'),
  ],
];

const NOW = new Date('2026-03-01T08:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  client = createQueryClient();
  handleApiErrors(showErrorOutcome);
  document.head.innerHTML = '<meta name="penstock:api-base-url" content="http://127.0.0.1:9/">';
});
afterEach(() => {
  for (const { id } of selectToasts(toastsActor.getSnapshot())) sendToast.close(id);
  answerConfirm.cancel();
  pageProblem.set(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const through = (network: Network) =>
  vi.stubGlobal('fetch', (input: Request | string | URL, init?: RequestInit) =>
    network(input instanceof Request ? input : new Request(input, init)),
  );

function seenNow(): Seen {
  const [toast, ...more] = selectToasts(toastsActor.getSnapshot());
  expect(more).toEqual([]);
  const modal = selectRequest(confirmActor.getSnapshot())?.message;
  const page = pageProblem.get();
  if (toast) {
    expect(toast, 'R8-25 with a timestamp, and it stays').toMatchObject({
      status: 'error',
      showTimestamp: true,
      timestamp: NOW.getTime(),
      shouldTimeout: false,
    });
  }
  return {
    ...(toast ? { toast: parseErrorText(toast.message) } : {}),
    ...(modal === undefined ? {} : { modal }),
    ...(page === undefined ? {} : { page }),
  };
}

const complete = ({ toast, ...rest }: Seen): Seen =>
  toast ? { ...rest, toast: { causes: [], resolutions: [], ...toast } } : rest;

describe('what a person sees of a failed call', () => {
  it.each([...POLICY, ...TEXTS])('%s (%s)', async (_title, call, network, seen) => {
    through(network);
    await expect(MAKE[call]()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(seen));
  });

  it('E19/1 R8-16 an aborted call is ignored', async () => {
    through(silence);
    const cut = new AbortController();
    const made = written('createPipeline', () =>
      callApi(
        'createPipeline',
        { body: { pipeline: { siteId: SITE, name: 'Orders' } } },
        { signal: cut.signal },
      ),
    );
    cut.abort();
    await expect(made).rejects.toMatchObject({ code: 'ABORTED' });
    expect(seenNow()).toEqual(NOTHING);
  });

  it('E19/9 R9-17, R9-18 a call that is not answered in 120 s ends as a request timeout', async () => {
    through(silence);
    const made = expect(MAKE.POST()).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
    expect(client.isMutating()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await made;
    expect(seenNow()).toEqual(NOTHING);
  });

  it('E10 sites that are there stay when a later read of them fails; the failure is told', async () => {
    through(answer(200, { sites: [], pagination: { offset: 0, limit: 100, totalCount: 0 } }));
    await MAKE['GET sites']();
    through(failed(500, 'INTERNAL'));
    await client.invalidateQueries({ refetchType: 'none' });
    await expect(MAKE['GET sites']()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(TOLD));
  });

  it('R6-38, R6-40, R4-103 a 401 ends the session: site and data are forgotten', async () => {
    storage.write(STORAGE_KEYS.site, SITE);
    through(failed(401, 'UNAUTHENTICATED'));
    await expect(MAKE.GET()).rejects.toThrow();
    expect(storage.read(STORAGE_KEYS.site)).toBeUndefined();
  });

  it('R8-64 a missing environment variable is told, not taken for a network error', async () => {
    document.head.innerHTML = '';
    through(refused);
    await expect(MAKE.GET()).rejects.toThrow('Missing environment variable');
    expect(seenNow().toast?.title).toContain('Missing environment variable');
  });

  it('R8-25 the same failure again is one notification', async () => {
    through(failed(500, 'INTERNAL'));
    await expect(MAKE.POST()).rejects.toThrow();
    await expect(MAKE.POST()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(TOLD));
  });
});
