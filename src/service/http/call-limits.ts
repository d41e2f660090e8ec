import type { Context, MiddlewareHandler } from 'hono';
import type { CallId } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Clock } from '../ids.ts';

const MINUTE_MS = 60_000;
/** So many are remembered; beyond that whoever asked longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;
/** Several people may call from one address. */
const CALLERS_PER_ADDRESS = 10;
/** Tries to sign in from one address: nobody guesses a code at that pace. */
const SIGN_INS_PER_MINUTE = 10;
const SIGN_INS: readonly CallId[] = ['startSignIn', 'useFallbackCode'];

/** What one may do in a time: all of it at once, and then as it comes back. */
export type Allowance = {
  /** Takes one; answers 0, or in how many seconds there is one again. */
  take(who: string): number;
};

/** @param perMinute how often, and how much is there at first. */
export function createAllowance(perMinute: number, clock: Clock, atFirst = perMinute): Allowance {
  const left = new Map<string, { tokens: number; at: number }>();
  const perMs = perMinute / MINUTE_MS;
  return {
    take(who) {
      const now = clock();
      const known = left.get(who) ?? { tokens: atFirst, at: now };
      const tokens = Math.min(atFirst, known.tokens + Math.max(0, now - known.at) * perMs);
      left.delete(who);
      left.set(who, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
      const [oldest] = left.keys();
      if (left.size > MAX_REMEMBERED && oldest !== undefined) left.delete(oldest);
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1000));
    },
  };
}

/** How often the API may be called, by one caller and from one address (C21). */
export type CallLimits = {
  /** Before anything is asked of the store. */
  ofAddress: MiddlewareHandler;
  /** @throws ContractError TOO_MANY_REQUESTS */
  ofCaller(c: Context, principal: Principal | undefined): void;
  /** @throws ContractError TOO_MANY_REQUESTS */
  ofSignIn(c: Context, id: CallId): void;
};

/** The other end of the connection; unknown when there is none, as in tests. */
function addressOf(c: Context): string | undefined {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null) return undefined;
  const incoming: unknown = Reflect.get(env, 'incoming');
  if (typeof incoming !== 'object' || incoming === null) return undefined;
  return (incoming as { socket?: { remoteAddress?: string } }).socket?.remoteAddress;
}

function refuse(c: Context, seconds: number, who: string, perMinute: number): never {
  c.header('Retry-After', String(seconds));
  const message = `${who} may make ${perMinute} calls a minute; try again in ${seconds} s`;
  throw new ContractError('TOO_MANY_REQUESTS', message);
}

/**
 * Who is nobody but the person at this machine (sign-in `none`) is held to the limit of the address alone.
 * @param perMinute of each caller; 0 sets no limit.
 */
export function createCallLimits(perMinute: number, clock: Clock): CallLimits {
  if (perMinute === 0) return { ofAddress: (_c, next) => next(), ofCaller: () => {}, ofSignIn: () => {} };
  const perAddress = perMinute * CALLERS_PER_ADDRESS;
  const callers = createAllowance(perMinute, clock);
  const addresses = createAllowance(perAddress, clock);
  const signIns = createAllowance(SIGN_INS_PER_MINUTE, clock);
  return {
    ofAddress: async (c, next) => {
      const address = addressOf(c);
      const seconds = address === undefined ? 0 : addresses.take(address);
      if (seconds > 0) refuse(c, seconds, 'One address', perAddress);
      await next();
    },
    ofSignIn(c, id) {
      const address = SIGN_INS.includes(id) ? addressOf(c) : undefined;
      const seconds = address === undefined ? 0 : signIns.take(address);
      if (seconds > 0) refuse(c, seconds, 'One address', SIGN_INS_PER_MINUTE);
    },
    ofCaller(c, principal) {
      if (!principal || (principal.keyId === undefined && principal.user.userType === 'LOCAL')) return;
      const who = principal.keyId === undefined ? `user ${principal.user.id}` : `key ${principal.keyId}`;
      const seconds = callers.take(who);
      if (seconds > 0)
        refuse(c, seconds, principal.keyId === undefined ? 'One user' : 'One API key', perMinute);
    },
  };
}

/** Longest time for the headers of a request, and for all of it; files may be large. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
const MAX_HEADERS = 100;

/** Ends connections of an HTTP server that send too slowly, or too many headers. */
export function boundRequests(server: object): void {
  Object.assign(server, {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    maxHeadersCount: MAX_HEADERS,
  });
}
