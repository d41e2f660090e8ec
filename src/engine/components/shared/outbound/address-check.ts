import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { isOwnApi } from './own-port.ts';
import { addressRefusal } from './targets.ts';

/** The destination resolves to a forbidden address. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

function check(address: string, port: number): void {
  const refusal = addressRefusal(address);
  if (refusal) throw new TargetRefused(`${address} is refused: ${refusal}`);
  if (isOwnApi(address, port)) throw new TargetRefused(`${address}:${port} is this program's own API`);
}

/** For IP addresses; `checkedLookup` checks names. @throws TargetRefused */
export function checkLiteral(hostname: string, port: number): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) check(host, port);
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Resolves names like Node and checks each address before connecting. */
export const checkedLookup =
  (port: number) => (hostname: string, options: LookupOptions, callback: LookupCallback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) check(address, port);
      } catch (refusal) {
        return callback(refusal instanceof Error ? refusal : new Error(String(refusal)), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
