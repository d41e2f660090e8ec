import { createSocket, type Socket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { bindUdp } from '../listen.ts';
import { Holding, inputBudget } from './budget.ts';
import { datagramSenders, joinHostPort, type Sender } from './peer.ts';
import { type SenderCheck, senderCheck, senderRefused } from './senders.ts';

const LOCAL_ADDRESS = 1;

/** The address as in /proc/net/udp: IPv4 bytes reversed and port, in hexadecimal. */
const localName = (address: string, port: number): string => {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
  const bytes = address.split('.').reverse().map(Number);
  return `${bytes.map((byte) => hex(byte, 2)).join('')}:${hex(port, 4)}`;
};

/**
 * Datagrams the system dropped at a full receive buffer since the socket was bound. Null if unknown: not
 * Linux, or two sockets share the port.
 */
async function kernelDrops(address: string, port: number): Promise<number | null> {
  const table = isIPv6(address) ? '/proc/net/udp6' : '/proc/net/udp';
  const text = await readFile(table, 'utf8').catch(() => '');
  const ending = isIPv6(address) ? localName('', port).slice(-5) : localName(address, port);
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [row, other] = rows.filter((columns) => columns[LOCAL_ADDRESS]?.endsWith(ending));
  const drops = Number(row?.at(-1));
  return row && !other && Number.isSafeInteger(drops) ? drops : null;
}

/** The system may grant less. */
const RECEIVE_BUFFER_BYTES = 64 * 1024 * 1024;
/**
 * UDP has no flow control: beyond this memory, datagrams are dropped and counted while the engine is not
 * ready.
 */
const HOLD_BYTES = 8 * 1024 * 1024;
const LOOK_MS = 1000;
const EXAMPLE_BYTES = 256;

const held: ComponentProblem = {
  errorName: 'DatagramsDropped',
  message: 'Messages over UDP came faster than the destinations take them and were dropped',
  causes: ['A destination is slow or down and its buffer is full'],
  resolutions: [
    'Configure senders to use TCP, which waits',
    'Raise the size limit of the buffer',
    'Look at the destination',
  ],
};

const overrun = (bufferBytes: number): ComponentProblem => ({
  errorName: 'DatagramsOverrun',
  message: `The system dropped messages over UDP: they came faster than they could be read (receive buffer: ${Math.round(bufferBytes / 1024)} KiB)`,
  causes: ['A burst of messages was larger than the receive buffer', 'The machine is busy'],
  resolutions: [
    'Configure senders to use TCP, which waits',
    'Raise the limit of the system (sysctl -w net.core.rmem_max=67108864) and restart the source',
  ],
});

export type DatagramServerOptions = {
  readonly address: string;
  readonly port: number;
  readonly permittedSenders: readonly string[];
  readonly maxMessageBytes: number;
  /** Bytes waiting for the engine; null while it accepts events. */
  readonly waitingBytes: () => number | null;
  readonly take: (bytes: Buffer, sender: Sender) => void;
  /** `head`: the first `maxMessageBytes`. */
  readonly takeLong: (head: Buffer, length: number, sender: Sender) => void;
};

/** A UDP listener with a large receive buffer. Counts lost datagrams. */
export class DatagramServer {
  private readonly options: DatagramServerOptions;
  private readonly context: SourceContext;
  private isPermitted: SenderCheck;
  private socket: Socket | null = null;
  private timer: NodeJS.Timeout | null = null;
  private drops = 0;
  private readonly findSender: (address: string) => Sender;
  private readonly holding = new Holding(inputBudget.open());

  constructor(options: DatagramServerOptions, context: SourceContext) {
    this.options = options;
    this.context = context;
    this.isPermitted = senderCheck(options.permittedSenders);
    this.findSender = datagramSenders(joinHostPort(options.address, options.port));
  }

  /** @throws ComponentError */
  async listen(): Promise<void> {
    const { address, port } = this.options;
    const socket = createSocket({
      type: isIPv6(address) ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    });
    await bindUdp(socket, port, address);
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (bytes, { address: sender }) => this.takeDatagram(bytes, sender));
    this.timer = setInterval(() => void this.countDrops(), LOOK_MS).unref();
  }

  setSenders(ranges: readonly string[]): void {
    this.isPermitted = senderCheck(ranges);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.countDrops();
    this.socket?.close();
    this.socket = null;
    this.holding.close();
  }

  private takeDatagram(bytes: Buffer, sender: string): void {
    const { maxMessageBytes, waitingBytes, take, takeLong } = this.options;
    if (!this.isPermitted(sender)) this.context.report(senderRefused, sender);
    else if (this.isFull(waitingBytes())) this.refuse(held, bytes);
    else if (bytes.length > maxMessageBytes)
      takeLong(bytes.subarray(0, maxMessageBytes), bytes.length, this.findSender(sender));
    else take(bytes, this.findSender(sender));
  }

  private isFull(waitingBytes: number | null): boolean {
    if (waitingBytes !== null) return waitingBytes > HOLD_BYTES || !this.holding.set(waitingBytes);
    this.holding.set(0);
    return false;
  }

  private refuse(problem: ComponentProblem, bytes: Buffer): void {
    const intake = { payloadBytes: bytes.length, rawBytes: bytes.length };
    this.context.refuse(problem, 1, intake, bytes.toString('utf8', 0, EXAMPLE_BYTES));
  }

  /** Counts datagrams dropped by the system, where it reports them. */
  private async countDrops(): Promise<void> {
    const { socket } = this;
    if (!socket) return;
    const now = (await kernelDrops(this.options.address, this.options.port)) ?? this.drops;
    if (now <= this.drops || this.socket !== socket) return;
    const count = now - this.drops;
    this.drops = now;
    this.context.refuse(overrun(socket.getRecvBufferSize()), count, { payloadBytes: 0, rawBytes: 0 });
  }
}
