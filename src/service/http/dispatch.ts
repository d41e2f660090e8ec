import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CALL_IDS, type CallId, callDefinition } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import { API_BODY_MAX_BYTES } from '../../contract/limits.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { CallContext, Handlers } from './call-context.ts';
import { once, type Reply, readKey } from './idempotency.ts';
import { invalid, parseJson, queryValues, readIfMatch, readPart } from './input.ts';

/** They ask the engine before they store, so they open their own transactions. */
const OWN_TRANSACTION: readonly CallId[] = ['updateSource', 'updateSink'];

type Input = { path: unknown; query: unknown; body: unknown; bodyText: string; ifMatch: number | '*' };

export const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

async function readInput(c: Context, id: CallId): Promise<Input> {
  const call = callDefinition(id);
  const query = queryValues(c.req.queries());
  const path = call.pathParameters ? readPart(call.pathParameters, c.req.param(), 'path') : undefined;
  if (!call.query) {
    const unknown = Object.keys(query);
    if (unknown.length > 0) {
      throw invalid(
        unknown.map((field) => ({ field, rule: 'unknown_field', message: 'is no parameter of this call' })),
      );
    }
  }
  const bodyText = call.body ? await c.req.text() : '';
  return {
    path,
    query: call.query ? readPart(call.query, query, 'query') : undefined,
    body: call.body ? readPart(call.body, parseJson(bodyText), 'body') : undefined,
    bodyText,
    ifMatch: call.ifMatch ? readIfMatch(c.req.header('if-match')) : '*',
  };
}

function requireJson(c: Context, id: CallId): void {
  if (!callDefinition(id).body) return;
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the body as application/json, not ${type ? `'${type}'` : 'without a Content-Type'}`,
    );
  }
}

function admit(principal: Principal | undefined, id: CallId): void {
  const permitted = permits(principal, callDefinition(id).access);
  if (permitted === true) return;
  throw new ContractError(principal ? 'FORBIDDEN' : 'UNAUTHENTICATED', permitted);
}

/** Puts every call of the table on the router; nothing else is reachable under `/v1`. */
export function mountCalls(app: Hono, services: Services, handlers: Handlers): void {
  for (const id of CALL_IDS) {
    const call = callDefinition(id);
    app.on(
      call.method,
      honoPath(call.path),
      bodyLimit({
        maxSize: API_BODY_MAX_BYTES,
        onError: () => {
          throw new ContractError(
            'PAYLOAD_TOO_LARGE',
            `The body is over the limit of ${API_BODY_MAX_BYTES} bytes`,
          );
        },
      }),
      (c) => answer(c, id, services, handlers),
    );
  }
}

async function answer(c: Context, id: CallId, services: Services, handlers: Handlers): Promise<Response> {
  const call = callDefinition(id);
  const principal = await services.authenticate(c.req.raw);
  admit(principal, id);
  requireJson(c, id);
  const input = await readInput(c, id);
  const reply = await carryOut(id, services, handlers, input, principal as Principal, c);
  if (services.checkResponses) call.response.parse(reply.body);
  if (reply.etag !== undefined) c.header('ETag', `"${reply.etag}"`);
  return c.json(reply.body as object);
}

async function carryOut(
  id: CallId,
  services: Services,
  handlers: Handlers,
  input: Input,
  principal: Principal,
  c: Context,
): Promise<Reply> {
  const call = callDefinition(id);
  const now = services.clock();
  const committed: (() => void)[] = [];
  // The table's schemas made these values, so each handler gets what its type says.
  const handler = handlers[id] as (context: CallContext<never>) => Promise<unknown>;
  const run = async (tx: Repositories): Promise<Reply> => {
    const reply: Reply = { body: undefined };
    const context = {
      ...input,
      principal,
      tx,
      services,
      now,
      afterCommit: (work: () => void) => committed.push(work),
      setEtag: (version: number) => {
        reply.etag = version;
      },
    };
    reply.body = await handler(context as unknown as CallContext<never>);
    return reply;
  };
  if (call.method === 'GET' || call.changesNothing || OWN_TRANSACTION.includes(id))
    return run(services.store);
  const key = call.idempotent ? readKey(c.req.header('idempotency-key')) : undefined;
  const requestText = `${c.req.header('if-match') ?? ''}\n${input.bodyText}`;
  const reply = await services.store.transaction((tx) =>
    key === undefined
      ? run(tx)
      : once(tx, { userId: principal.user.id, callId: id, key, requestText, now }, () => run(tx)),
  );
  for (const work of committed) work();
  return reply;
}
