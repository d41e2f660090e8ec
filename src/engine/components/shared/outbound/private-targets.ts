import { BlockList, isIP } from 'node:net';

const privates = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15],
  ['192.0.0.0', 24],
] as const)
  privates.addSubnet(network, prefix, 'ipv4');
privates.addAddress('::1', 'ipv6');
privates.addSubnet('fc00::', 7, 'ipv6');
privates.addSubnet('fec0::', 10, 'ipv6');

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Parses `PENSTOCK_ALLOW_TARGETS`: comma-separated addresses or networks such as 10.0.0.0/8.
 * @throws Error naming the first invalid one
 */
export function readNetworks(text: string): BlockList {
  const list = new BlockList();
  for (const word of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = word.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (isIP(address) === 0 || length < 0 || length > bits)
      throw new Error(`'${word}' is neither an address nor a network such as 10.0.0.0/8`);
    list.addSubnet(address, length, getFamily(address));
  }
  return list;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** With sign-in, or once targets are listed, only listed private addresses are allowed. */
const isHeld = ({ PENSTOCK_AUTH: auth, PENSTOCK_ALLOW_TARGETS: targets }: Environment): boolean =>
  Boolean(targets) || (Boolean(auth) && auth !== 'none');

/** Null when allowed. */
export function privateRefusal(address: string, environment: Environment = process.env): string | null {
  const family = getFamily(address);
  if (!privates.check(address, family) || !isHeld(environment)) return null;
  if (readNetworks(environment.PENSTOCK_ALLOW_TARGETS ?? '').check(address, family)) return null;
  return 'it is an address of this machine or of a private network, and PENSTOCK_ALLOW_TARGETS does not name it';
}
