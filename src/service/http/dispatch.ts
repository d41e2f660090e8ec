import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import * as z from 'zod/mini';
import { ASSISTANT_HEADER } from '../../contract/assistant.ts';
import { connectionTestCalls } from '../../contract/calls/connection-tests.ts';
import { changesSomething } from '../../contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import { API_BODY_MAX_BYTES } from '../../contract/limits.ts';
import type { Attempt } from '../audit/audit.ts';
import type { FoundChange } from '../audit/watch.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { restrictToSites } from '../auth/site-scope.ts';
import { describeDeniedTest } from '../connections/connection-tests.ts';
import { SECRET_BOUND } from '../kept-secrets.ts';
import type { Services } from '../services.ts';
import { DirectChange, requireDirect } from '../sites/direct-change.ts';
import type { Repositories } from '../store/index.ts';
import type { CallContext, Checks, Handlers } from './call-context.ts';
import type { CallLimits } from './call-limits.ts';
import type { AddressReader } from './caller-address.ts';
import { answerFile, type Download } from './download.ts';
import { type Reply, readKey, runOnce } from './idempotency.ts';
import { findInProcessCaller } from './in-process.ts';
import { type Input, readInput, requireJson, wantsYaml, YAML_TYPE } from './request.ts';

/** They ask the engine or write files first, so they open their own transactions. */
const OWN_TRANSACTION: readonly CallId[] = [
  'updateSource',
  'updateSink',
  'enableArchival',
  'disableArchival',
  'importPipelines',
  'putPipelineDefinition',
  'createAsset',
  'replaceAsset',
  'editDeadLetter',
  'replayDeadLetters',
  'discardDeadLetters',
  'createChangeset',
  'addToChangesetDraft',
  'mergeChangeset',
  'rebaseChangeset',
  'revertChangeset',
  'syncSite',
];

export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Only browsers send Origin. */
const isConsole = (c: Context): boolean =>
  c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') === 'same-origin';

const SENTENCE_MAX_LENGTH = 500;

/** Headers are ASCII, so the sentence is percent-encoded. */
function readSentence(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : decodeURIComponent(header).slice(0, SENTENCE_MAX_LENGTH);
  } catch {
    return undefined;
  }
}

function toAttempt(c: Context, id: CallId, principal: Principal | undefined, now: number): Attempt {
  const isProposed =
    c.req.header(ASSISTANT_HEADER) !== undefined || findInProcessCaller(c.req.raw) !== undefined;
  const source =
    principal?.keyId !== undefined ? 'key' : isProposed ? 'assistant' : isConsole(c) ? 'ui' : 'api';
  const note = source === 'assistant' ? readSentence(c.req.header(ASSISTANT_HEADER)) : undefined;
  return { call: id, principal, source, now, note, input: { path: c.req.param(), query: c.req.queries() } };
}

/**
 * Browsers attach sessions to requests of any page, so writes must come from ours; the guard compared the
 * origin before.
 */
function requireOwnPage(c: Context, principal: Principal | undefined): void {
  if (!principal?.session || c.req.method === 'GET' || isConsole(c)) return;
  throw new ContractError('FORBIDDEN', 'Sessions are for the console; programs need an API key');
}

/** API keys may not change their owner's session, sign-in, preferences or read marks. */
async function requirePerson(services: Services, attempt: Attempt, id: CallId): Promise<void> {
  if (!callDefinition(id).forPeople || attempt.principal?.keyId === undefined) return;
  const refusal = 'An API key has no session, preferences or read marks; sign in to the console for this';
  await services.audit.recordDenied(attempt, refusal);
  throw new ContractError('FORBIDDEN', refusal);
}

/** Stores a denied call with its target, if readable; never reads strangers' bodies or files. */
async function recordDenied(
  services: Services,
  attempt: Attempt,
  id: CallId,
  reason: string,
  input: Partial<Input> | undefined,
): Promise<void> {
  const denied = { ...attempt, input: input ?? attempt.input };
  const changes = await findDeniedTarget(services, id, input?.body);
  await services.audit.recordDenied(denied, reason, changes);
}

async function findDeniedTarget(services: Services, id: CallId, body: unknown): Promise<FoundChange[]> {
  const { store } = services;
  if (id === 'testSource') {
    const { data } = z.safeParse(connectionTestCalls.testSource.body, body);
    return data ? [await describeDeniedTest(services, store, 'SOURCE', data.source)] : [];
  }
  if (id !== 'testSink') return [];
  const { data } = z.safeParse(connectionTestCalls.testSink.body, body);
  return data ? [await describeDeniedTest(services, store, 'SINK', data.sink)] : [];
}

async function readDeniedInput(c: Context, id: CallId): Promise<Partial<Input> | undefined> {
  const { upload, body } = callDefinition(id);
  if (upload) return undefined;
  try {
    return await readInput(c, id);
  } catch {
    const parts = { path: c.req.param(), query: c.req.queries() };
    return body ? { ...parts, body: await c.req.json().catch(() => undefined) } : parts;
  }
}

async function admit(c: Context, services: Services, attempt: Attempt, id: CallId): Promise<void> {
  const { principal } = attempt;
  const permitted = permits(principal, callDefinition(id).access);
  if (permitted === true) return;
  if (principal) {
    await recordDenied(services, attempt, id, permitted, await readDeniedInput(c, id));
  } else if (changesSomething(callDefinition(id))) {
    // Reads without a session are not audited.
    await services.audit.recordDenied(attempt, permitted);
  }
  throw new ContractError(principal ? 'FORBIDDEN' : 'UNAUTHENTICATED', permitted);
}

export type Routes = { handlers: Handlers; checks: Checks; limits: CallLimits; addressOf: AddressReader };

/** Mounts every call of the table; nothing else is reachable under `/v1`. */
export function mountCalls(app: Hono, services: Services, routes: Routes): void {
  for (const id of CALL_IDS) {
    const call = callDefinition(id);
    app.on(call.method, toHonoPath(call.path), limitBody(id), compressAnswer(id), (c) =>
      answer(c, id, services, routes),
    );
  }
}

/** Handlers limit uploads by file type. */
const limitBody = (id: CallId): MiddlewareHandler =>
  callDefinition(id).upload
    ? (_c, next) => next()
    : bodyLimit({
        maxSize: API_BODY_MAX_BYTES,
        onError: () => {
          throw new ContractError(
            'PAYLOAD_TOO_LARGE',
            `The body is over the limit of ${API_BODY_MAX_BYTES} bytes`,
          );
        },
      });

const COMPRESSED_FROM_BYTES = 8192;

/** Uncompressed with an ETag, which compression would change for If-Match. */
const compressAnswer = (id: CallId): MiddlewareHandler => {
  const { method, etag, download } = callDefinition(id);
  return method === 'GET' && !etag && !download
    ? compress({ threshold: COMPRESSED_FROM_BYTES })
    : (_c, next) => next();
};

function toJsonBody(c: Context, body: unknown): Response {
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  return c.body(text, 200, headers);
}

/** They filter their own answers. */
const OWN_SCOPE: readonly CallId[] = ['listSites'];

async function restrictParts(
  services: Services,
  principal: Principal | undefined,
  id: CallId,
  input: Input,
): Promise<Input> {
  if (OWN_SCOPE.includes(id)) return input;
  const { access, query } = callDefinition(id);
  const listsBySite = query instanceof z.ZodMiniObject && 'siteIds' in query.shape;
  const stores = { tx: services.store, captures: services.captures };
  return { ...input, ...(await restrictToSites(stores, principal, access, input, listsBySite)) };
}

async function answer(
  c: Context,
  id: CallId,
  services: Services,
  { handlers, checks, limits, addressOf }: Routes,
): Promise<Response> {
  const call = callDefinition(id);
  const inProcess = findInProcessCaller(c.req.raw);
  const principal = inProcess ?? (await services.authenticator.authenticate(c.req.raw));
  limits.ofCaller(principal);
  const attempt = { ...toAttempt(c, id, principal, services.clock()), address: addressOf(c) };
  if (!inProcess) requireOwnPage(c, principal);
  await requirePerson(services, attempt, id);
  await admit(c, services, attempt, id);
  requireJson(c, id);
  const asked = await readInput(c, id);
  const admitted = async (): Promise<FileReply> => {
    const input = await restrictParts(services, principal, id, asked);
    await requireDirect(services, principal, id, input);
    return carryOut(id, services, { handlers, checks }, input, attempt, c);
  };
  const reply = await admitted().catch(async (error: unknown) => {
    const isDenied =
      error instanceof ContractError &&
      (error.code === 'FORBIDDEN' || error.details?.some(({ rule }) => rule === SECRET_BOUND));
    if (isDenied || error instanceof DirectChange)
      await recordDenied(services, attempt, id, error.message, asked);
    throw error;
  });
  if (reply.file) return answerFile(c, reply.file);
  if (services.checkResponses) call.response.parse(reply.body);
  if (reply.etag !== undefined) c.header('ETag', `"${reply.etag}"`);
  for (const cookie of reply.cookies ?? []) c.header('Set-Cookie', cookie, { append: true });
  const text =
    call.method === 'GET' && wantsYaml(c, id)
      ? Reflect.get(reply.body as object, call.yaml ?? '')
      : undefined;
  if (typeof text === 'string') return c.body(text, 200, { 'Content-Type': `${YAML_TYPE}; charset=utf-8` });
  return toJsonBody(c, reply.body);
}

/** Audited services for a call that opens its own transactions. */
const createRecording = (services: Services, attempt: Attempt): Services => ({
  ...services,
  store: {
    ...services.store,
    transaction: (work) => services.store.transaction((tx) => services.audit.record(tx, attempt, work)),
  },
});

/** Jobs count for the caller; a public call may have none. */
const toCallers = (services: Services, principal: Principal | undefined, { req }: Context): Services =>
  principal
    ? { ...services, caller: principal, apart: services.apart.of(principal, req.raw.signal) }
    : services;

type FileReply = Reply & { file?: Download; cookies?: string[] };

async function carryOut(
  id: CallId,
  services: Services,
  { handlers, checks }: { handlers: Handlers; checks: Checks },
  input: Input,
  { now, ...who }: Attempt,
  c: Context,
): Promise<FileReply> {
  const call = callDefinition(id);
  const principal = who.principal as Principal;
  const attempt = { ...who, now, input };
  const committed: (() => void)[] = [];
  // The table's schemas made these values.
  const handler = handlers[id] as (context: CallContext<never>) => Promise<unknown>;
  const run = async (tx: Repositories, services: Services): Promise<FileReply> => {
    const reply: FileReply = { body: undefined };
    const context = {
      ...input,
      principal,
      tx,
      services: toCallers(services, principal, c),
      now,
      afterCommit: (work: () => void) => committed.push(work),
      note: (change: FoundChange) => services.audit.recordDone(attempt, [change]),
      setEtag: (version: number) => {
        reply.etag = version;
      },
      request: c.req.raw,
      address: attempt.address,
      setCookie: (cookie: string) => {
        reply.cookies = [...(reply.cookies ?? []), cookie];
      },
      sendFile: (file: Download) => {
        reply.file = file;
      },
    };
    reply.body = await handler(context as unknown as CallContext<never>);
    return reply;
  };
  if (call.method === 'GET' || call.changesNothing) return run(services.store, services);
  if (OWN_TRANSACTION.includes(id)) return run(services.store, createRecording(services, attempt));
  const recorded = (tx: Repositories) =>
    services.audit.record(tx, attempt, (watched) => run(watched, services));
  const check = checks[id] as ((context: unknown) => Promise<void>) | undefined;
  await check?.({
    ...input,
    principal,
    tx: services.store,
    services: toCallers(services, principal, c),
    now,
    request: c.req.raw,
    address: attempt.address,
  });
  const key = call.idempotent ? readKey(c.req.header('idempotency-key')) : undefined;
  const requestText = `${c.req.header('if-match') ?? ''}\n${input.bodyText}`;
  const reply = await services.store.transaction((tx) =>
    key === undefined
      ? recorded(tx)
      : runOnce(tx, { userId: principal.keyId ?? principal.user.id, callId: id, key, requestText, now }, () =>
          recorded(tx),
        ),
  );
  for (const work of committed) work();
  return reply;
}
