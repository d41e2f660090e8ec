import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressRefusal } from './targets.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A pipeline must not control the service that runs it. */
function isOwnApi(address: string, port: number): boolean {
  if (port !== Number(process.env.PENSTOCK_PORT ?? 4600)) return false;
  if (loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === address),
  );
}

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
