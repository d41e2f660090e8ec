import { isIP } from 'node:net';

/**
 * Writes small MaxMind DB 2.0 files: 24-bit records, IPv4 inside IPv6. https://maxmind.github.io/MaxMind-DB/
 */

type Value = string | number | Value[] | { [key: string]: Value };

const RECORD_BITS = 24;
const SEPARATOR = Buffer.alloc(16);
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const STRING = 2;
const DOUBLE = 3;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;

function control(type: number, size: number): Buffer {
  const short = Math.min(size, size < 285 ? 29 : 30);
  const more = size < 29 ? [] : size < 285 ? [size - 29] : [(size - 285) >> 8, (size - 285) & 255];
  return type <= 7 ? Buffer.from([(type << 5) | short, ...more]) : Buffer.from([short, type - 7, ...more]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(STRING, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const isWhole = Number.isInteger(value) && value >= 0;
    const bytes = Buffer.alloc(isWhole ? 4 : 8);
    if (isWhole) bytes.writeUInt32BE(value);
    else bytes.writeDoubleBE(value);
    return Buffer.concat([control(isWhole ? UINT32 : DOUBLE, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(MAP, entries.length),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

function parseBits(block: string): number[] {
  const [address = '', width] = block.split('/');
  const isV4 = isIP(address) === 4;
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16));
  const [head = '', tail] = address.split('::');
  const right = groups(tail ?? '');
  const left = groups(head);
  const words = isV4
    ? [...new Array<number>(12).fill(0), ...address.split('.').map(Number)]
    : [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
  const bits = words.flatMap((word) => [...word.toString(2).padStart(isV4 ? 8 : 16, '0')].map(Number));
  return bits.slice(0, Number(width ?? (isV4 ? 32 : 128)) + (isV4 ? 96 : 0));
}

type Node = [left: Branch, right: Branch];
type Branch = Node | number | null;

function insert(root: Node, bits: readonly number[], offset: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === 1 ? 1 : 0;
    const next = node[side];
    if (Array.isArray(next)) node = next;
    else {
      const made: Node = [next, next];
      node[side] = made;
      node = made;
    }
  }
  node[bits.at(-1) === 1 ? 1 : 0] = offset;
}

/** @param records by block (`203.0.113.0/24`, `2001:db8::/32`), wider blocks first */
export function writeMmdb(records: Record<string, Value>, databaseType = 'Test-City'): Buffer {
  const root: Node = [null, null];
  const data: Buffer[] = [];
  let used = 0;
  for (const [block, record] of Object.entries(records)) {
    insert(root, parseBits(block), used);
    const bytes = encode(record);
    data.push(bytes);
    used += bytes.length;
  }
  const nodes: Node[] = [root];
  for (const node of nodes) for (const branch of node) if (Array.isArray(branch)) nodes.push(branch);
  const nodeNumbers = new Map(nodes.map((node, index) => [node, index]));
  const toRecord = (branch: Branch): number => {
    if (branch === null) return nodes.length;
    return Array.isArray(branch) ? (nodeNumbers.get(branch) ?? 0) : nodes.length + SEPARATOR.length + branch;
  };
  const tree = Buffer.alloc((nodes.length * RECORD_BITS) / 4);
  for (const [index, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(toRecord(left), index * 6, 3);
    tree.writeUIntBE(toRecord(right), index * 6 + 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_760_000_000,
    database_type: databaseType,
    description: { en: 'Made for tests' },
    ip_version: 6,
    languages: ['en', 'de'],
    node_count: nodes.length,
    record_size: RECORD_BITS,
  });
  return Buffer.concat([tree, SEPARATOR, ...data, MARKER, metadata]);
}

/** Uses documentation address ranges. */
export const testGeoDatabase = (): Buffer =>
  writeMmdb({
    '203.0.113.0/24': {
      continent: { code: 'EU' },
      country: { iso_code: 'DE', names: { en: 'Germany', de: 'Deutschland' } },
      subdivisions: [{ iso_code: 'BE', names: { en: 'State of Berlin', de: 'Berlin' } }],
      city: { names: { en: 'Berlin' } },
      postal: { code: '10115' },
      location: { latitude: 52.52, longitude: 13.405, time_zone: 'Europe/Berlin' },
    },
    '203.0.113.128/25': { country: { iso_code: 'FR', names: { en: 'France' } } },
    '198.51.100.0/24': {
      autonomous_system_number: 64500,
      autonomous_system_organization: 'Example Networks',
    },
    '2001:db8::/32': { country: { iso_code: 'NZ', names: { en: 'New Zealand' } } },
  });
