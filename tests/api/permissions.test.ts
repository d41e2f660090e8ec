// Slow: thirty callers try every call on two sites, previews and tests of connections included.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changesSomething } from '../../src/contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import type { User } from '../../src/contract/entities/user.ts';
import { ACCESS_TYPES, RESOURCE_TYPES } from '../../src/contract/enums.ts';
import { type Grant, type Principal, permits } from '../../src/service/auth/permissions.ts';
import type { CanaryWorld } from './support/canaries.ts';
import {
  type Caller,
  drawCallers,
  findLeaks,
  judge,
  listShown,
  ONLY_SUCCEED,
  send,
  startTwoSites,
  toVerdict,
} from './support/permission-matrix.ts';
import { SUCCESSES } from './support/permission-successes.ts';
import { startService, type TestService, toRequest } from './support/service.ts';

const createUser = (roles: User['roles']): User => ({
  id: '500000000000000001',
  name: 'Someone',
  email: 'someone@example.org',
  picture: '',
  userType: 'SSO',
  roles,
});
const createPrincipal = (...grants: Grant[]): Principal => ({ user: createUser([]), grants });
const admin: Principal = { user: createUser([{ id: 'a', type: 'SYSTEM', name: 'Admin' }]), grants: [] };
const falseAdmin: Principal = { user: createUser([{ id: 'a', type: 'USER', name: 'Admin' }]), grants: [] };

let api: TestService | undefined;
afterEach(() => api?.stop());

const startAs = async (principal: Principal | undefined) => {
  api = await startService({ authenticate: async () => principal });
  return api;
};

/** No body, path or query is valid: an allowed call fails later, not with 401 or 403. */
async function fetchStatus(service: TestService, id: CallId): Promise<number> {
  const { path, init } = toRequest(id);
  return (await service.request(path, init)).status;
}

describe('every call of the table is refused unless it is granted [R6-04]', () => {
  test('nobody: 401 for all but public calls', async () => {
    const service = await startAs(undefined);
    for (const id of CALL_IDS) {
      const isPublic = callDefinition(id).access.kind === 'public';
      expect((await fetchStatus(service, id)) === 401, id).toBe(!isPublic);
    }
  });

  test('without a grant: 403 everywhere, even for a self-named Admin', async () => {
    for (const principal of [createPrincipal(), falseAdmin]) {
      const service = await startAs(principal);
      for (const id of CALL_IDS) {
        const { kind } = callDefinition(id).access;
        expect((await fetchStatus(service, id)) === 403, id).toBe(kind === 'resource' || kind === 'admin');
      }
      await service.stop();
    }
  });

  test('an administrator: no 401 and no 403', async () => {
    const service = await startAs(admin);
    for (const id of CALL_IDS) expect([401, 403], id).not.toContain(await fetchStatus(service, id));
  });

  test('one grant opens the calls that name it and no other', () => {
    for (const resource of RESOURCE_TYPES) {
      for (const type of ACCESS_TYPES) {
        const principal = createPrincipal({ resource, types: [type], extra: [] });
        for (const id of CALL_IDS) {
          const { access } = callDefinition(id);
          if (access.kind !== 'resource') continue;
          const fits = access.resource === resource && access.type === type && !access.grant && !access.also;
          expect(permits(principal, access) === true, `${id} with ${type} ${resource}`).toBe(fits);
        }
      }
    }
  });

  test('deploying needs its own grant beside writing', () => {
    const { access } = callDefinition('runPipelineAction');
    const writes = { resource: 'PIPELINES', types: ['WRITE'], extra: [] } satisfies Grant;
    expect(permits(createPrincipal(writes), access)).toBe('You need DEPLOY on Pipelines');
    expect(permits(createPrincipal({ ...writes, extra: ['DEPLOY'] }), access)).toBe(true);
  });
});

/** Bytes of a picture that the identity provider has; `pictures.test.ts` shows who gets them. */
const HAS_NO_TEXT: readonly CallId[] = ['getUserPicture'];

test('the router holds the calls of the table and known extras', async () => {
  const service = await startAs(admin);
  const known = new Set(
    CALL_IDS.map((id) => callDefinition(id)).map(
      (call) => `${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const sockets = ['/v1/ws/live', '/v1/ws/chat', '/v1/ws/engine', '/v1/opamp'];
  for (const path of ['/livez', '/readyz', '/metrics', '/v1/openapi.json', ...sockets])
    known.add(`GET ${path}`);
  for (const route of [
    'POST /v1/opamp',
    'POST /v1/opamp/metrics',
    'POST /v1/opamp/logs',
    'POST /v1/opamp/tap',
    'GET /login/callback',
    'POST /login/saml',
    'GET /login/saml/metadata',
    'GET /login/saml/logout',
    'POST /login/saml/logout',
    'GET /login/signed-out',
    'POST /login/oidc/logout',
    // Signed by the provider; `git-webhook.test.ts` shows what it takes.
    'POST /webhooks/git/:siteId',
  ])
    known.add(route);
  const routes = service.service.app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method} ${route.path}`);
  expect([...new Set(routes)].sort()).toEqual([...known].sort());
});

/** Of each call: they start processes and deployments. */
const MOST_SUCCESSES = 4;

/** Where a canary must be seen by those who may: else a search that finds none shows nothing. */
const SHOWN = [
  'previewPipeline canaryASampleEvent',
  'downloadAsset canaryAFileContent',
  'previewAsset canaryAFileContent',
  'explain canaryAPipeline',
  'listSiteErrors canaryAErrorEvent',
  'getCapture canaryACaptured',
  'listDeadLetters canaryALetterEvent',
  'getDeadLetter canaryALetterMessage',
  'exportDeadLetters canaryALetterEvent',
  'countDeadLetters canaryALetterReason',
];

describe('people with several roles on two sites, and keys of theirs [R6-04]', () => {
  let api: TestService;
  let worlds: CanaryWorld[];
  beforeAll(async () => {
    ({ api, worlds } = await startTwoSites());
  });
  afterAll(() => api.stop());

  test('every call answers as the rule says, and shows nothing that they may not read', async () => {
    const callers = await drawCallers(15, 18);
    const definitions = new Map<string, string>();
    for (const { siteId, pipelineId } of worlds) {
      const query = { siteId, pipelineIds: [pipelineId] };
      definitions.set(siteId, (await api.call('exportPipelines', { query })).body.definition);
    }
    const wrong: string[] = [];
    const verdicts = { allowed: 0, 403: 0, 404: 0 };
    const successes = new Map<CallId, number>();
    const shown = new Set<string>();
    const answered = new Set<CallId>();
    const look = (caller: Caller, what: string, { sent, answer }: Awaited<ReturnType<typeof send>>) => {
      const text = JSON.stringify([answer.body, [...answer.headers]]);
      const leaks = findLeaks(caller, text, sent);
      if (leaks.length > 0) wrong.push(`${what} shows ${leaks.join(', ')} in ${text.slice(0, 300)}`);
      for (const canary of listShown(text)) shown.add(`${what.split(' ')[2]} ${canary}`);
      return text.slice(0, 300);
    };
    for (const caller of callers)
      for (const world of worlds)
        for (const id of CALL_IDS) {
          const expected = judge(caller, id, world.siteId);
          if (callDefinition(id).access.kind === 'public') continue;
          const what = `${caller.name} ${world.name} ${id}`;
          if (expected !== 'allowed' || !ONLY_SUCCEED.includes(id)) {
            const tried = await send(id, world, definitions.get(world.siteId) ?? '', caller.headers);
            const text = look(caller, what, tried);
            const found = toVerdict(tried.answer);
            verdicts[found] += 1;
            const { status } = tried.answer;
            if (status === 200) answered.add(id);
            if (found !== expected || status >= 500)
              wrong.push(`${what}: ${status} instead of ${expected} ${text}`);
          }
          const carry = SUCCESSES[id];
          const carried = successes.get(id) ?? 0;
          if (expected !== 'allowed' || !carry || carried === MOST_SUCCESSES) continue;
          successes.set(id, carried + 1);
          const done = await carry(api, world, caller.headers);
          const text = look(caller, what, done);
          if (done.answer.status !== 200) wrong.push(`${what}: ${done.answer.status} instead of 200 ${text}`);
        }
    expect(wrong).toEqual([]);
    expect([...successes.keys()].sort()).toEqual(Object.keys(SUCCESSES).sort());
    // What only reads is searched for canaries; what changes something too, by `least-grants.test.ts`.
    const isSeen = (id: CallId) => answered.has(id) || successes.has(id) || HAS_NO_TEXT.includes(id);
    const unseen = CALL_IDS.filter((id) => !isSeen(id)).map(callDefinition);
    const reading = unseen.filter(
      (one) => !changesSomething(one) && /resource|session/.test(one.access.kind),
    );
    expect(reading.map(({ path }) => path)).toEqual([]);
    expect([...shown]).toEqual(expect.arrayContaining(SHOWN));
    for (const count of Object.values(verdicts)) expect(count).toBeGreaterThan(200);
  }, 400_000);
});
