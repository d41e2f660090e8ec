import { isIP } from 'node:net';
import type { Context } from 'hono';
import { readNetworks } from '../../engine/components/catalogue.ts';

/** Key for limits; undefined without a connection, as in tests. */
export type AddressReader = (c: Context) => string | undefined;

const MAPPED = /^::ffff:(?=[\d.]+$)/i;
/** Leading IPv6 groups: a network has more addresses than could be counted. */
const NETWORK_GROUPS = 4;

function readPeer(c: Context): string | undefined {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null) return undefined;
  const incoming: unknown = Reflect.get(env, 'incoming');
  if (typeof incoming !== 'object' || incoming === null) return undefined;
  return (incoming as { socket?: { remoteAddress?: string } }).socket?.remoteAddress;
}

function toCounted(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(missing).fill('0'), ...after];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The connection's peer or, behind trusted proxies, the last untrusted address in `X-Forwarded-For`: anyone
 * can write the earlier ones.
 * @param trusted addresses and networks (PENSTOCK_TRUSTED_PROXIES)
 * @param onUntrusted called once for an unknown proxy
 */
export function createAddressReader(trusted: string, onUntrusted: (peer: string) => void): AddressReader {
  const proxies = readNetworks(trusted);
  const isProxy = (address: string): boolean =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  let isTold = false;
  return (c) => {
    const peer = readPeer(c)?.replace(MAPPED, '');
    if (peer === undefined) return undefined;
    const forwarded = c.req.header('x-forwarded-for');
    if (forwarded === undefined) return toCounted(peer);
    if (!isProxy(peer)) {
      if (!isTold) onUntrusted(peer);
      isTold = true;
      return toCounted(peer);
    }
    let caller = peer;
    for (const part of forwarded.split(',').reverse()) {
      const address = part.trim().replace(MAPPED, '');
      if (isIP(address) === 0) break;
      caller = address;
      if (!isProxy(address)) break;
    }
    return toCounted(caller);
  };
}
