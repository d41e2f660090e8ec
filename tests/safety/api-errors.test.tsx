import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectRequest } from '../../machines/confirm/index.ts';
import { selectToasts } from '../../machines/toasts/index.ts';
import { callApi } from '../../src/console/api/call-api.ts';
import { type PageProblem, pageProblem } from '../../src/console/api/page-problem.ts';
import { createQueryClient } from '../../src/console/api/query-client.ts';
import { handleApiErrors } from '../../src/console/api/report-error.ts';
import { callQuery } from '../../src/console/api/use-call.ts';
import { showErrorOutcome } from '../../src/console/app/host.ts';
import { STORAGE_KEYS, storage } from '../../src/console/lib/storage.ts';
import { answerConfirm, confirmActor } from '../../src/console/state/confirm.ts';
import { sendToast, toastsActor } from '../../src/console/state/toasts.ts';
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

/** As the console calls: reads through the cache, writes through a mutation. */
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
/** Like a browser whose connection breaks during the body. */
const cutInTheBody: Network = async () =>
  Object.assign(new Response('{'), { json: () => Promise.reject(new TypeError('network error')) });
const silence: Network = ({ signal }) =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

/** What a user sees of a failure; omitted parts are absent. */
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

/** First match wins. */
const POLICY: Row[] = [
  ['a network error is ignored [E19, R8-17]', 'GET', refused, NOTHING],
  ['also of a write [E19, R8-17]', 'POST', refused, NOTHING],
  ['also in the middle of an answer [E19, R8-17]', 'GET', cutInTheBody, NOTHING],
  ['status 504 is ignored [E19, R8-18]', 'GET', failed(504, 'ANY'), NOTHING],
  ['whatever its body is [E19, R8-18]', 'POST', answer(504, '<html>'), NOTHING],
  ['kind gateway timeout is ignored [E19, R8-22]', 'POST', failed(500, 'GATEWAY_TIMEOUT'), NOTHING],
  [
    'an unverified email has its page [E19, R8-03]',
    'GET',
    failed(401, 'X', EMAIL),
    { page: 'validate-email' },
  ],
  ['with 403 too [E19, R8-67]', 'POST', failed(403, 'FORBIDDEN', EMAIL), { page: 'validate-email' }],
  ['401 has its page [E19, R8-19]', 'GET', failed(401, 'UNAUTHENTICATED'), { page: 'not-authorized' }],
  ['401 of a write too [E19, R6-39]', 'PATCH', answer(401, ''), { page: 'not-authorized' }],
  ['E19/5 before suppression', 'GET its screen reports', answer(401, ''), { page: 'not-authorized' }],
  ['a site-level 403 [E19, R6-45, R6-46]', 'GET sites', failed(403, 'FORBIDDEN'), { page: 'site-forbidden' }],
  ['403 on GET is silent [E19, R8-20, R6-41]', 'GET', failed(403, 'FORBIDDEN'), NOTHING],
  ['kind forbidden on GET is silent [E19, R8-24]', 'GET', failed(500, 'FORBIDDEN'), NOTHING],
  ['403 on POST has the modal [E19, R8-20, R6-42]', 'POST', failed(403, 'FORBIDDEN'), MODAL],
  ['403 on PATCH has the modal [E19, R6-42]', 'PATCH', answer(403, ''), MODAL],
  ['403 on PUT has the modal [E19, R6-44]', 'PUT', failed(403, 'FORBIDDEN'), MODAL],
  ['403 on DELETE has the modal [E19, R6-42]', 'DELETE', failed(403, 'FORBIDDEN'), MODAL],
  ['E19/8 before suppression', 'POST its form reports', failed(403, 'FORBIDDEN'), MODAL],
  ['kind request timeout is not told [E19, R8-21]', 'POST', failed(408, 'REQUEST_TIMEOUT'), NOTHING],
  ['kind no data is not told [E19, R8-23]', 'GET', failed(404, 'NO_DATA'), NOTHING],
  ['kind forbidden is not told [E19, R8-24]', 'POST', failed(500, 'FORBIDDEN'), NOTHING],
  ['sites that cannot be read [E19, R8-12]', 'GET sites', failed(500, 'INTERNAL'), { page: 'site-error' }],
  ['the features [E19, R7-23]', 'GET features', failed(500, 'INTERNAL'), NOTHING],
  ['what its screen reports [E19, R7-03]', 'GET its screen reports', failed(500, 'INTERNAL'), NOTHING],
  ['what its form reports [E19, R7-03]', 'POST its form reports', failed(409, 'NAME_TAKEN'), NOTHING],
  ['any other error is told [E19, R8-25]', 'GET', failed(500, 'INTERNAL'), TOLD],
  ['also of a write [E19, R8-25, R8-48]', 'DELETE', failed(409, 'IN_USE'), TOLD],
  ['400 like the others [E19, R8-29]', 'POST', failed(400, 'VALIDATION_FAILED'), TOLD],
];

const TEXTS: Row[] = [
  ['message [R8-26]', 'GET', answer(500, { message: 'Broken' }), told('Broken')],
  ['reason where there is no message [R8-26]', 'GET', answer(500, { reason: 'NO_SPACE' }), told('NO_SPACE')],
  [
    'reason where the message is empty [R8-26]',
    'GET',
    answer(500, { reason: 'NO_SPACE', message: '' }),
    told('NO_SPACE'),
  ],
  ['code where there is neither [R8-26]', 'GET', answer(500, { code: 'DISK_FULL' }), told('DISK_FULL')],
  [
    'fields of another kind beside it do not hide the message [R8-26]',
    'GET',
    answer(500, { code: 13, message: 'Broken', details: [{ '@type': 'x' }] }),
    told('Broken'),
  ],
  [
    'a kind is found beside fields of another kind [R8-27]',
    'POST',
    answer(500, { code: 13, reason: 'REQUEST_TIMEOUT' }),
    NOTHING,
  ],
  ['a message that is JSON [R8-30, R8-31, R8-33]', 'GET', failed(500, 'X', JSON.stringify(TEXT)), TEXT_SEEN],
  ['an answer that is the JSON itself [R8-30, R8-31, R8-33]', 'GET', answer(500, TEXT), TEXT_SEEN],
  [
    'however long it is [R8-30]',
    'GET',
    answer(500, { ...TEXT, 'Possible causes': ['x'.repeat(600)] }),
    { toast: { title: TEXT.Error, causes: ['x'.repeat(600)], resolutions: [TEXT.Resolutions] } },
  ],
  ['raw text is the title [R8-32]', 'GET', answer(502, 'Bad gateway'), told('Bad gateway')],
  ['JSON without such keys is raw text [R8-32]', 'GET', answer(500, { oops: 1 }), told('{"oops":1}')],
  ['an empty answer has the fallback text [R8-49]', 'GET', answer(500, ''), told('Something went wrong!')],
  ['so has an empty object [R8-49]', 'POST', answer(500, {}), told('Something went wrong!')],
  [
    'an answer that does not fit the contract is told [R8-26]',
    'GET',
    answer(200, { pipelines: 'none' }),
    told('The service sent an answer this console cannot read. Reload the page.'),
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

describe('what a person sees of a failed call [E19]', () => {
  it.each([...POLICY, ...TEXTS])('%s (%s)', async (_title, call, network, seen) => {
    through(network);
    await expect(MAKE[call]()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(seen));
  });

  it('an aborted call is ignored [E19, R8-16]', async () => {
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

  it('no answer in 120 s is a request timeout [E19, R9-17, R9-18]', async () => {
    through(silence);
    const made = expect(MAKE.POST()).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
    expect(client.isMutating()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await made;
    expect(seenNow()).toEqual(NOTHING);
  });

  it('sites stay when a later read fails, with an error [E10]', async () => {
    through(answer(200, { sites: [], pagination: { offset: 0, limit: 100, totalCount: 0 } }));
    await MAKE['GET sites']();
    through(failed(500, 'INTERNAL'));
    await client.invalidateQueries({ refetchType: 'none' });
    await expect(MAKE['GET sites']()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(TOLD));
  });

  it('a 401 ends the session: site and data are forgotten [R6-38, R6-40, R4-103]', async () => {
    storage.write(STORAGE_KEYS.site, SITE);
    through(failed(401, 'UNAUTHENTICATED'));
    await expect(MAKE.GET()).rejects.toThrow();
    expect(storage.read(STORAGE_KEYS.site)).toBeUndefined();
  });

  it('a missing environment variable is reported, not taken for a network error [R8-64]', async () => {
    document.head.innerHTML = '';
    through(refused);
    await expect(MAKE.GET()).rejects.toThrow('Missing environment variable');
    expect(seenNow().toast?.title).toContain('Missing environment variable');
  });

  it('the same failure again is one notification [R8-25]', async () => {
    through(failed(500, 'INTERNAL'));
    await expect(MAKE.POST()).rejects.toThrow();
    await expect(MAKE.POST()).rejects.toThrow();
    expect(seenNow()).toEqual(complete(TOLD));
  });
});
