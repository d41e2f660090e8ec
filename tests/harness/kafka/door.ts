import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const METADATA = 3;
const FIND_COORDINATOR = 10;
const OFFSET_COMMIT = 8;
const API_VERSIONS = 18;
const LIST_OFFSETS = 2;
/** The mock's answers from version 4 on are malformed. */
const LIST_OFFSETS_MAX = 3;
const HOST = Buffer.from('127.0.0.1');

export type Door = {
  readonly port: number;
  /** Cuts all connections and lets none in, until `open`. */
  shut(): void;
  open(): void;
  /** Number of the requests seen, by the number of their kind. */
  readonly requests: ReadonlyMap<number, number>;
  /** The next answers to OffsetCommit never reach the client. */
  loseCommits: number;
  close(): void;
};

/** Splits a stream into its frames; `take` gets each with its length before it. */
function frames(take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
      const end = 4 + rest.readInt32BE(0);
      take(Buffer.from(rest.subarray(0, end)));
      rest = rest.subarray(end);
    }
  };
}

/** Length, correlation id, error; then entries of 7 bytes with a tag (version 3) or of 6. */
function clampVersions(answer: Buffer, version: number): void {
  const [start, size] = version >= 3 ? [11, 7] : [14, 6];
  for (let at = start; at + 6 <= answer.length; at += size)
    if (answer.readInt16BE(at) === LIST_OFFSETS && answer.readInt16BE(at + 4) > LIST_OFFSETS_MAX) {
      answer.writeInt16BE(LIST_OFFSETS_MAX, at + 4);
      return;
    }
}

function replacePort(answer: Buffer, from: number, to: number): void {
  for (let at = answer.indexOf(HOST); at >= 0; at = answer.indexOf(HOST, at + 1)) {
    const port = at + HOST.length;
    if (port + 4 <= answer.length && answer.readInt32BE(port) === from) answer.writeInt32BE(to, port);
  }
}

/** A way to a broker of the mock: it hides what the mock does wrong, names itself, and can be shut. */
export async function openDoor(broker: number): Promise<Door> {
  const sockets = new Set<Socket>();
  const requests = new Map<number, number>();
  let isShut = false;
  const server = createServer((inside) => {
    if (isShut) return void inside.destroy();
    const outside = connect(broker, '127.0.0.1');
    const asked = new Map<number, { key: number; version: number }>();
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    inside.on(
      'data',
      frames((request) => {
        const key = request.readInt16BE(4);
        requests.set(key, (requests.get(key) ?? 0) + 1);
        asked.set(request.readInt32BE(8), { key, version: request.readInt16BE(6) });
        outside.write(request);
      }),
    );
    outside.on(
      'data',
      frames((answer) => {
        const { key, version } = asked.get(answer.readInt32BE(4)) ?? { key: -1, version: 0 };
        if (key === API_VERSIONS) clampVersions(answer, version);
        if (key === METADATA || key === FIND_COORDINATOR) replacePort(answer, broker, door.port);
        if (key === OFFSET_COMMIT && door.loseCommits > 0) {
          door.loseCommits--;
          inside.destroy();
          return;
        }
        inside.write(answer);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const door: Door = {
    port: (server.address() as AddressInfo).port,
    requests,
    loseCommits: 0,
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    close() {
      server.close();
      cut();
    },
  };
  return door;
}
