import type { Context, MiddlewareHandler } from 'hono';
import type { CallId } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Clock } from '../clock.ts';

const MINUTE_MS = 60_000;
/** Beyond this the oldest caller is forgotten. */
const MAX_REMEMBERED = 10_000;
/** Several people may share an address. */
const CALLERS_PER_ADDRESS = 10;
/** Too slow to guess a code. */
const SIGN_INS_PER_MINUTE = 10;
const SIGN_INS: readonly CallId[] = ['startSignIn', 'useFallbackCode'];

/** A token bucket for each caller. */
export type Allowance = {
  /** @returns 0, or seconds until one is free */
  take(who: string): number;
};

/** @param perMinute refill rate, and the initial amount */
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

export type CallLimits = {
  /** Needs no store. */
  ofAddress: MiddlewareHandler;
  /** @throws ContractError TOO_MANY_REQUESTS */
  ofCaller(c: Context, principal: Principal | undefined): void;
  /** @throws ContractError TOO_MANY_REQUESTS */
  ofSignIn(c: Context, id: CallId): void;
};

/** Unknown without a connection, as in tests. */
function readAddress(c: Context): string | undefined {
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
 * The local administrator is limited by address alone.
 * @param perMinute of each caller; 0 sets no limit
 */
export function createCallLimits(perMinute: number, clock: Clock): CallLimits {
  if (perMinute === 0) return { ofAddress: (_c, next) => next(), ofCaller: () => {}, ofSignIn: () => {} };
  const perAddress = perMinute * CALLERS_PER_ADDRESS;
  const callers = createAllowance(perMinute, clock);
  const addresses = createAllowance(perAddress, clock);
  const signIns = createAllowance(SIGN_INS_PER_MINUTE, clock);
  return {
    ofAddress: async (c, next) => {
      const address = readAddress(c);
      const seconds = address === undefined ? 0 : addresses.take(address);
      if (seconds > 0) refuse(c, seconds, 'One address', perAddress);
      await next();
    },
    ofSignIn(c, id) {
      const address = SIGN_INS.includes(id) ? readAddress(c) : undefined;
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

/** Uploads may take longer. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
const MAX_HEADERS = 100;

/** Ends connections that send too slowly or too many headers. */
export function boundRequests(server: object): void {
  Object.assign(server, {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    maxHeadersCount: MAX_HEADERS,
  });
}
