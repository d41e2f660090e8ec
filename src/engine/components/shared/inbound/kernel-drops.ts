import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';

const LOCAL_ADDRESS = 1;

/** The address as /proc/net/udp writes it: IPv4 bytes in reverse and the port, in hexadecimal. */
const localName = (address: string, port: number): string => {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
  const bytes = address.split('.').reverse().map(Number);
  return `${bytes.map((byte) => hex(byte, 2)).join('')}:${hex(port, 4)}`;
};

/**
 * Datagrams the system dropped at a full receive buffer since the socket was bound. Null where it is
 * unknown: not Linux, or two sockets share the port.
 */
export async function kernelDrops(address: string, port: number): Promise<number | null> {
  const table = isIPv6(address) ? '/proc/net/udp6' : '/proc/net/udp';
  const text = await readFile(table, 'utf8').catch(() => '');
  const ending = isIPv6(address) ? localName('', port).slice(-5) : localName(address, port);
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [row, other] = rows.filter((columns) => columns[LOCAL_ADDRESS]?.endsWith(ending));
  const drops = Number(row?.at(-1));
  return row && !other && Number.isSafeInteger(drops) ? drops : null;
}
