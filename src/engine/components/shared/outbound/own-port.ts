import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for this program's API: a pipeline must not control the service that runs it. */
export function isOwnApi(address: string, port: number): boolean {
  if (port !== Number(process.env.PENSTOCK_PORT ?? 4600)) return false;
  if (loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === address),
  );
}
