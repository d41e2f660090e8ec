// Slow: every call that changes something is carried out beside two sites full of canaries.

import { afterEach, expect, test } from 'vitest';
import { changesSomething } from '../../src/contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import { type Change, changingCalls } from './support/changing-calls.ts';
import { ALSO, findLeaks, makePerson, needsOf, startTwoSites } from './support/permission-matrix.ts';
import type { Answer, TestService } from './support/service.ts';

/** Of a session and a conversation of one's own (`sessions.test.ts`, `conversations.test.ts`), and of a site that is made for it (`sites.test.ts`). */
const ELSEWHERE: readonly CallId[] = ['deleteSession', 'deleteConversation', 'deleteSite'];
/** Their examples name no site, so that they are about all. */
const ON_ALL_SITES: readonly CallId[] = ['createSite', 'createAsset', 'replaceAsset', 'deleteAsset'];

const CHANGES = CALL_IDS.filter((id) => {
  const { kind } = callDefinition(id).access;
  const isOfPeople = kind === 'resource' || kind === 'session';
  return isOfPeople && changesSomething(callDefinition(id)) && !ELSEWHERE.includes(id);
});

/** The call, its own needs and no more, on one site. */
function makeCallerOf(id: CallId, siteId: string) {
  const { access } = callDefinition(id);
  const also = (ALSO[id] ?? []).map((resource) => ({ resource, type: 'WRITE' as const }));
  const needs = access.kind === 'resource' ? [...needsOf(access), ...also] : [];
  const grants = needs.map((need) => ({
    resourceType: need.resource,
    accessTypes: [need.type],
    extraGrants: 'extra' in need && need.extra !== undefined ? [need.extra] : [],
  }));
  return makePerson(`who may ${id}`, [{ grants, siteIds: ON_ALL_SITES.includes(id) ? [] : [siteId] }]);
}

let api: TestService | undefined;
afterEach(() => api?.stop());

test.each(CHANGES)('just the grants of %s: it succeeds, and shows nothing else [R6-04]', async (id) => {
  const recipe = (changingCalls as Record<string, Change>)[id];
  if (!recipe) throw new Error(`tests/api/support/changing-calls.ts has no example of ${id}`);
  const made = await startTwoSites();
  api = made.api;
  const { request, siteId, call } = made.api;
  const caller = makeCallerOf(id, siteId);
  let isTheirs = false;
  const change = await recipe({
    ...made.api,
    request: (path, init) =>
      request(path, isTheirs ? { ...init, headers: { ...init?.headers, ...caller.headers } } : init),
  });
  isTheirs = true;
  const answer: Answer =
    typeof change === 'function'
      ? await change()
      : await call(id, { ...change, headers: { ...change.headers, ...caller.headers } });
  const text = JSON.stringify([answer.body, [...answer.headers]]);
  expect(answer.status, text).toBe(200);
  expect(findLeaks(caller, text, '')).toEqual([]);
});
