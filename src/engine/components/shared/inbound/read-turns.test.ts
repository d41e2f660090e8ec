import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { ReadTurns } from './read-turns.ts';
import { StreamServer } from './stream-server.ts';

const KIB = 1024;

/** Connections with endless data; the test runs the turns. */
function busy(...names: string[]) {
  let next: (() => void) | null = null;
  const turns = new ReadTurns((call) => {
    next = call;
  });
  const reads: string[] = [];
  const reading = new Set(names);
  const connections = names.map((name) => {
    const turn = turns.join(() => reading.add(name));
    const read = () => {
      reads.push(name);
      if (!turn.mayReadOn(64 * KIB)) reading.delete(name);
    };
    return { name, read };
  });
  return {
    turns,
    /** Connections that read in the next turn, in order. */
    turn(): string {
      reads.length = 0;
      for (const { name, read } of connections) if (reading.has(name)) read();
      const call = next;
      next = null;
      call?.();
      return reads.join(' ');
    },
  };
}

it('connections in excess read one batch each, in turns', () => {
  const { turn } = busy('a', 'b', 'c');
  expect(turn()).toBe('a b c');
  const later = Array.from({ length: 12 }, turn);
  expect(later).toEqual(['a', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'a', 'a', 'a', 'b']);
});

it('one that reads little is never paused', () => {
  const calls: (() => void)[] = [];
  const turns = new ReadTurns((call) => calls.push(call));
  const turn = turns.join(() => {});
  for (let n = 0; n < 1000; n++) {
    expect(turn.mayReadOn(1000)).toBe(true);
    for (const call of calls.splice(0)) call();
  }
});

it('a connection resumed while it waits has one place in line', () => {
  const calls: (() => void)[] = [];
  const turns = new ReadTurns((call) => calls.push(call));
  let resumed = 0;
  const first = turns.join(() => {});
  const turn = turns.join(() => resumed++);
  expect(first.mayReadOn(64 * KIB)).toBe(false);
  for (let n = 0; n < 5; n++) expect(turn.mayReadOn(KIB)).toBe(false);
  while (calls.length > 0) calls.shift()?.();
  expect(resumed).toBe(1);
});

it('an endless sender leaves turns to others, and all arrives', async () => {
  const probe = new SourceProbe();
  const port = await freePort();
  let taken = 0;
  let inThisTurn = 0;
  let most = 0;
  const server = new StreamServer(
    {
      address: '127.0.0.1',
      port,
      maxConnections: 10,
      permittedSenders: [],
      tls: null,
      isBlocked: () => false,
      connected: () => ({
        take(bytes) {
          taken += bytes.length;
          inThisTurn += bytes.length;
          most = Math.max(most, inThisTurn);
        },
        end() {},
        heldBytes: 0,
        hasTaken: true,
      }),
    },
    probe.context,
  );
  await server.listen();
  const total = 8 << 20;
  let isWatching = true;
  const watch = () => {
    inThisTurn = 0;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(Buffer.alloc(total, 'x'));
  await until(() => expect(taken).toBe(total), 60_000);
  isWatching = false;
  await server.stop();
  expect(most).toBeLessThan(128 * KIB);
});
