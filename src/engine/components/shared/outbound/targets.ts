import { BlockList, isIP } from 'node:net';
import { privateRefusal } from './private-targets.ts';

/** Addresses that are always forbidden, also when a name resolves to them. */
const refused = new BlockList();
const METADATA = 'it is an address where cloud machines hand out their credentials';
const LINK_LOCAL = 'link-local, metadata, multicast and unspecified addresses are never allowed';

refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('224.0.0.0', 4, 'ipv4');
refused.addSubnet('240.0.0.0', 4, 'ipv4');
refused.addAddress('::', 'ipv6');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');

const metadata = new BlockList();
for (const address of ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'])
  metadata.addAddress(address, 'ipv4');
metadata.addAddress('fd00:ec2::254', 'ipv6');
metadata.addAddress('fd20:ce::254', 'ipv6');

/** The IPv4 address embedded by NAT64, 6to4, IPv4-mapped or IPv4-compatible. */
function embedded(address: string): string | null {
  const groups = expand(address);
  const v4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const startsWith = (...prefix: number[]) => prefix.every((value, index) => groups[index] === value);
  if (startsWith(0x2002)) return v4(groups[1]!, groups[2]!);
  if (startsWith(0x64, 0xff9b)) return v4(groups[6]!, groups[7]!);
  if (startsWith(0, 0, 0, 0, 0, 0xffff)) return v4(groups[6]!, groups[7]!);
  if (startsWith(0, 0, 0, 0, 0, 0) && groups[6] !== 0) return v4(groups[6]!, groups[7]!);
  return null;
}

function expand(address: string): number[] {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = read(head);
  const after = tail === undefined ? [] : read(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Null when allowed. */
export function addressRefusal(address: string): string | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (metadata.check(address, family)) return METADATA;
  if (refused.check(address, family)) return LINK_LOCAL;
  const inner = family === 'ipv6' ? embedded(address) : null;
  return inner === null ? privateRefusal(address) : addressRefusal(inner);
}

/** For the host of a URL. Null for names, which are checked when resolved. */
export function literalRefusal(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : addressRefusal(host);
}
