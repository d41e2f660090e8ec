import type { MiddlewareHandler } from 'hono';
import { ContractError } from '../../contract/errors.ts';
import { ACS_PATH, SLO_PATH } from '../auth/sign-in-paths.ts';

const PROVIDER_POSTS = [ACS_PATH, SLO_PATH];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const readHostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

export const listAllowedHosts = (listenHost: string, publicUrl = ''): ReadonlySet<string> =>
  new Set([
    ...LOOPBACK,
    listenHost.includes(':') ? `[${listenHost}]` : listenHost.toLowerCase(),
    ...(publicUrl === '' ? [] : [new URL(publicUrl).hostname]),
  ]);

type RequestOrigin = {
  host: string;
  origin: string | undefined;
  fetchSite: string | undefined;
  /** Opened by a person; no script can read the answer. */
  navigation: boolean;
  isProviderAnswer: boolean;
};

/** Undefined when allowed. Stops DNS rebinding and cross-site requests. */
function findRefusal(request: RequestOrigin, hosts: ReadonlySet<string>): string | undefined {
  if (!hosts.has(readHostName(request.host))) {
    return `Host '${request.host}' is not this service; use one of ${[...hosts].join(', ')}`;
  }
  if (request.isProviderAnswer) return undefined;
  if (request.origin !== undefined) {
    let originHost = '';
    try {
      originHost = new URL(request.origin).host;
    } catch {
      // 'null' and other opaque origins match no host.
    }
    if (originHost !== request.host) return `Origin '${request.origin}' may not call this service`;
  }
  const site = request.fetchSite;
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !request.navigation) {
    return 'Other websites may not call this service';
  }
  return undefined;
}

export function createOriginGuard(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const mode = c.req.header('sec-fetch-mode');
    const refusal = findRefusal(
      {
        host: c.req.header('host') ?? new URL(c.req.url).host,
        origin: c.req.header('origin'),
        fetchSite: c.req.header('sec-fetch-site'),
        navigation: c.req.method === 'GET' && mode === 'navigate' && !c.req.path.startsWith('/v1/'),
        isProviderAnswer:
          c.req.method === 'POST' &&
          PROVIDER_POSTS.includes(c.req.path) &&
          (mode === undefined || mode === 'navigate'),
      },
      hosts,
    );
    if (refusal) throw new ContractError('FORBIDDEN', refusal);
    await next();
  };
}
