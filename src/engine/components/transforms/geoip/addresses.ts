import { isIP } from 'node:net';
import { type AddressBlock, inBlock, parseCidr } from '../../../event/cidr.ts';

const PRIVATE = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
  .map(parseCidr)
  .filter((block): block is AddressBlock => block !== null);

/** Includes shared, loopback and link-local addresses. */
export const isPrivate = (address: string): boolean => PRIVATE.some((block) => inBlock(address, block));

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Without zone; IPv4-mapped becomes IPv4. Null when the text is no address. */
export function findAddress(text: string): string | null {
  const address = text.trim().split('%')[0] ?? '';
  if (isIP(address) === 0) return null;
  return MAPPED.exec(address)?.[1] ?? address;
}
