import type { MiddlewareHandler } from 'hono';
import { ContractError } from '../../contract/errors.ts';
import { createAllowance } from '../allowance.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Clock } from '../clock.ts';
import type { AddressReader } from './caller-address.ts';

/** Several people may share an address. */
const CALLERS_PER_ADDRESS = 10;

export type CallLimits = {
  ofAddress: MiddlewareHandler;
  /** @throws ContractError TOO_MANY_REQUESTS */
  ofCaller(principal: Principal | undefined): void;
};

function refuse(seconds: number, who: string, perMinute: number): never {
  const message = `${who} may make ${perMinute} calls a minute; try again in ${seconds} s`;
  throw new ContractError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: seconds });
}

/**
 * The local administrator is limited by address only.
 * @param perMinute per caller; 0 for no limit
 */
export function createCallLimits(perMinute: number, clock: Clock, addressOf: AddressReader): CallLimits {
  if (perMinute === 0) return { ofAddress: (_c, next) => next(), ofCaller: () => {} };
  const perAddress = perMinute * CALLERS_PER_ADDRESS;
  const callers = createAllowance(perMinute, clock);
  const addresses = createAllowance(perAddress, clock);
  return {
    ofAddress: async (c, next) => {
      const address = addressOf(c);
      const seconds = address === undefined ? 0 : addresses.take(address);
      if (seconds > 0) refuse(seconds, 'One address', perAddress);
      await next();
    },
    ofCaller(principal) {
      if (!principal || (principal.keyId === undefined && principal.user.userType === 'LOCAL')) return;
      const who = principal.keyId === undefined ? `user ${principal.user.id}` : `key ${principal.keyId}`;
      const seconds = callers.take(who);
      if (seconds > 0) refuse(seconds, principal.keyId === undefined ? 'One user' : 'One API key', perMinute);
    },
  };
}

/** Uploads may take longer. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
const MAX_HEADERS = 100;
/** A page's address may hold the longest Log Search query, percent-encoded to nine bytes per character. */
export const HEADER_LIMIT = { maxHeaderSize: 65_536 };

/** Ends connections with slow or excessive headers. */
export function boundRequests(server: object): void {
  Object.assign(server, {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    maxHeadersCount: MAX_HEADERS,
  });
}
