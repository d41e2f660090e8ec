import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { TrieRouter } from 'hono/router/trie-router';
import { reads } from '../contract/calls/define.ts';
import { CALL_IDS, callDefinition } from '../contract/calls/index.ts';
import { ContractError } from '../contract/errors.ts';
import { OPAMP_LOGS_PATH, OPAMP_METRICS_PATH, OPAMP_PATH, OPAMP_TAP_PATH } from '../contract/limits.ts';
import { listPermittedSites, permits } from './auth/permissions.ts';
import { type CallLimits, createCallLimits } from './http/call-limits.ts';
import { type AddressReader, createAddressReader } from './http/caller-address.ts';
import { mountCalls, toHonoPath } from './http/dispatch.ts';
import { toFailure } from './http/errors.ts';
import { createOriginGuard } from './http/guard.ts';
import { buildContentSecurityPolicy, setSecurityHeaders } from './http/headers.ts';
import { createRequestMetrics, formatMetrics } from './http/metrics.ts';
import { buildOpenApiDocument } from './http/openapi.ts';
import type { ConsoleBundle } from './http/static.ts';
import { checks, handlers } from './routes/index.ts';
import { mountSignInPages } from './routes/sign-in-pages.ts';
import type { Services } from './services.ts';

type AppOptions = {
  hosts: ReadonlySet<string>;
  console?: ConsoleBundle | undefined;
  callsPerMinute?: number | undefined;
  trustedProxies?: string | undefined;
  /** Mounts routes outside the table of calls, such as the live channel. */
  mount?: (app: Hono, addressOf: AddressReader, limitAddress: MiddlewareHandler) => void;
};

const CALLS_BY_PATH = Map.groupBy(
  CALL_IDS.map((id) => callDefinition(id)),
  (call) => call.path,
);

function findAllowedMethods(path: string): string | undefined {
  for (const [pattern, calls] of CALLS_BY_PATH) {
    const source = pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
    if (new RegExp(`^${source}$`).test(path)) return calls.map((call) => call.method).join(', ');
  }
  return undefined;
}

async function checkReadiness(services: Services) {
  const store = await services.store.ping().then(
    () => 'ok',
    (error: unknown) => {
      // Unauthenticated: the cause may name hosts and users.
      services.log.warn({ err: error }, 'the database does not answer');
      return 'does not answer';
    },
  );
  const engine = services.engine.state;
  return { ready: store === 'ok' && engine === 'running', store, engine };
}

/** Metrics cover every site, so they require reading the pipelines of all. */
async function requireMetricsReader(c: Context, services: Services, limits: CallLimits): Promise<void> {
  const principal = await services.authenticator.authenticate(c.req.raw);
  limits.ofCaller(principal);
  const access = reads('PIPELINES');
  const permitted = permits(principal, access);
  if (permitted !== true) throw new ContractError(principal ? 'FORBIDDEN' : 'UNAUTHENTICATED', permitted);
  if (principal && listPermittedSites(principal, access) !== 'all')
    throw new ContractError('FORBIDDEN', 'You need READ on Pipelines in all sites');
}

function mountProbes(
  app: Hono,
  services: Services,
  { metrics, limits }: { metrics: ReturnType<typeof createRequestMetrics>; limits: CallLimits },
) {
  app.get('/livez', (c) => c.json({ live: true }));
  app.get('/readyz', async (c) => {
    const state = await checkReadiness(services);
    return c.json(state, state.ready ? 200 : 503);
  });
  app.get('/metrics', limits.ofAddress, async (c) => {
    await requireMetricsReader(c, services, limits);
    return c.body(formatMetrics(services, metrics), 200, { 'Content-Type': 'text/plain; version=0.0.4' });
  });
  let document: ReturnType<typeof buildOpenApiDocument> | undefined;
  app.get('/v1/openapi.json', (c) => {
    document ??= buildOpenApiDocument(services.version);
    return c.json(document);
  });
}

function answerUnknown(c: Context, console: ConsoleBundle | undefined): Response {
  const { method, path } = c.req;
  const isApi = path === '/v1' || path.startsWith('/v1/');
  if (isApi) {
    const allow = findAllowedMethods(path);
    if (allow === undefined) throw new ContractError('NOT_FOUND', `There is no call ${method} ${path}`);
    c.header('Allow', allow);
    throw new ContractError('METHOD_NOT_ALLOWED', `${path} takes ${allow}, not ${method}`);
  }
  const page = method === 'GET' || method === 'HEAD' ? console?.serve(c) : undefined;
  if (page) return page;
  throw new ContractError('NOT_FOUND', `There is nothing at ${path}`);
}

/** The HTTP interface without a port: calls, probes and the console. */
export function createApp(services: Services, options: AppOptions): Hono {
  // The default one tries another router at first, which cannot have these paths.
  const app = new Hono({ router: new TrieRouter() });
  const { log } = services;
  const metrics = createRequestMetrics();
  const nameOf = new Map(
    CALL_IDS.map((id) => [`${callDefinition(id).method} ${toHonoPath(callDefinition(id).path)}`, id]),
  );
  const requestIds = new WeakMap<Context, string>();

  app.use(
    setSecurityHeaders(
      buildContentSecurityPolicy(options.console?.styleHashes ?? []),
      services.signIn.isSecure,
    ),
  );
  app.use(async (c, next) => {
    const requestId = randomUUID();
    requestIds.set(c, requestId);
    const started = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const seconds = (performance.now() - started) / 1000;
    const { method, path } = c.req;
    const call = nameOf.get(`${method} ${routePath(c, -1)}`) ?? 'other';
    const { status } = c.res;
    metrics.observe(call, method, status, seconds);
    const fields = { requestId, method, path, call, status, ms: Math.round(seconds * 1e4) / 10 };
    if (status >= 400) log.info(fields, 'request refused');
    else log.debug(fields, 'request');
  });
  app.use(createOriginGuard(options.hosts));

  const addressOf = createAddressReader(options.trustedProxies ?? '', (peer) =>
    log.warn(
      { peer },
      'requests with X-Forwarded-For come from an address that PENSTOCK_TRUSTED_PROXIES does not name: all people behind it count as one',
    ),
  );
  const limits = createCallLimits(options.callsPerMinute ?? 0, services.steady, addressOf);
  mountProbes(app, services, { metrics, limits });
  // Fleets may share an address, so their channel counts only invalid credentials.
  const ofAgents = [OPAMP_PATH, OPAMP_METRICS_PATH, OPAMP_LOGS_PATH, OPAMP_TAP_PATH];
  app.use('/v1/*', (c, next) => (ofAgents.includes(c.req.path) ? next() : limits.ofAddress(c, next)));
  mountCalls(app, services, { handlers, checks, limits, addressOf });
  // Not `/login/*`, which includes the sign-in page.
  app.use('/login/:way/*', limits.ofAddress);
  mountSignInPages(app, services, addressOf);
  options.mount?.(app, addressOf, limits.ofAddress);
  app.notFound((c) => answerUnknown(c, options.console));
  app.onError((error, c) => {
    const requestId = requestIds.get(c) ?? randomUUID();
    const { status, body, cause } = toFailure(error, requestId);
    if (cause !== undefined) log.error({ err: cause, requestId }, 'a request failed');
    c.header('X-Request-Id', requestId);
    if (error instanceof ContractError && error.retryAfterSeconds !== undefined)
      c.header('Retry-After', String(error.retryAfterSeconds));
    return c.json(body, status as 400);
  });
  return app;
}
