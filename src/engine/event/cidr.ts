import { isIP } from 'node:net';

/**
 * An address block. IPv4 blocks include IPv4-mapped IPv6 addresses
 * (https://datatracker.ietf.org/doc/html/rfc4291#section-2.5.5.2).
 */
export type AddressBlock = { readonly bytes: Uint8Array; readonly bits: number };

/** Parses CIDR notation or a single address; null when invalid. */
export function parseCidr(text: string): AddressBlock | null {
  const [address = '', bitsText, ...rest] = text.trim().split('/');
  const bytes = parseAddress(address);
  if (bytes === null || rest.length > 0) return null;
  const longest = isIP(address) === 4 ? 32 : 128;
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return null;
  const bits = bitsText === undefined ? longest : Number(bitsText);
  return bits > longest ? null : { bytes, bits: bits + (longest === 32 ? 96 : 0) };
}

export function inBlock(address: string, block: AddressBlock): boolean {
  const bytes = parseAddress(address);
  if (bytes === null) return false;
  const whole = block.bits >> 3;
  for (let i = 0; i < whole; i++) if (bytes[i] !== block.bytes[i]) return false;
  const rest = block.bits & 7;
  return rest === 0 || ((bytes[whole] ?? 0) ^ (block.bytes[whole] ?? 0)) >> (8 - rest) === 0;
}

/** Sixteen bytes, IPv4 as IPv4-mapped IPv6; null when invalid. */
export function parseAddress(text: string): Uint8Array | null {
  const version = isIP(text);
  if (version === 0) return null;
  const bytes = new Uint8Array(16);
  if (version === 4) {
    bytes[10] = 255;
    bytes[11] = 255;
    bytes.set(text.split('.').map(Number), 12);
    return bytes;
  }
  const [head = '', tail] = text.split('%')[0]!.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  bytes.set(left, 0);
  bytes.set(right, 16 - right.length);
  return bytes;
}

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
