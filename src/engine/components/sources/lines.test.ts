import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe, until } from '../testing/contexts.ts';
import type { RunningSource } from '../types.ts';
import { tcpSource } from './tcp/source.ts';

let running: RunningSource | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

async function startTcp(more: Record<string, unknown> = {}) {
  const probe = new SourceProbe();
  const port = await freePort();
  running = await tcpSource.start({ port, ...more }, probe.context);
  return { probe, port };
}

async function send(port: number, ...parts: (string | Buffer)[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const part of parts) if (!socket.write(part)) await once(socket, 'drain');
  socket.end();
  await once(socket, 'close');
}

describe('tcp', () => {
  it('makes an event of each line, whatever the parts it comes in', async () => {
    const { probe, port } = await startTcp();
    await send(port, 'one\ntw', 'o\r\n', '\n', 'three ü', '\nlast without newline');
    await until(() => expect(probe.events).toEqual(['one', 'two', 'three ü', 'last without newline']));
    expect(probe.intake.payloadBytes).toBe(Buffer.byteLength('onetwothree ülast without newline'));
    expect(probe.intake.rawBytes).toBe(Buffer.byteLength('one\ntwo\r\n\nthree ü\nlast without newline\n'));
  });

  it('takes 200,000 lines of several connections, each once', async () => {
    const { probe, port } = await startTcp();
    const lines = (from: string) => Array.from({ length: 50_000 }, (_, n) => `${from}-${n}\n`).join('');
    await Promise.all(['a', 'b', 'c', 'd'].map((from) => send(port, lines(from))));
    await until(() => expect(probe.events.length).toBe(200_000));
    expect(new Set(probe.events).size).toBe(200_000);
    expect(probe.events.filter((line) => line.startsWith('a')).at(-1)).toBe('a-49999');
  });

  it('a 5 MB line is a dead letter; the next lines arrive', async () => {
    const { probe, port } = await startTcp();
    await send(port, 'before\n', Buffer.alloc(5_000_000, 'x'), '\nafter\n');
    await until(() => expect(probe.events).toEqual(['before', 'after']));
    expect(probe.deadLetters).toEqual([{ text: 'x'.repeat(1_048_576), errorName: 'LineTooLong' }]);
    expect(probe.intake).toEqual({ payloadBytes: 5_000_011, rawBytes: 5_000_014 });
  });

  it('a 5 MB line is cut where that was chosen', async () => {
    const { probe, port } = await startTcp({ maxLineBytes: 64, longLines: 'truncate' });
    await send(port, 'before\n', 'é'.repeat(32), 'x\n', Buffer.alloc(5_000_000, 'x'), '\nafter\n');
    await until(() => expect(probe.events).toEqual(['before', 'é'.repeat(32), 'x'.repeat(64), 'after']));
    expect(probe.errorNames).toEqual(['LineTooLong', 'LineTooLong']);
    expect(probe.reports[0]!.example).toBe('é'.repeat(32));
  });

  it('holds long lines against the limit also within one part', async () => {
    const { probe, port } = await startTcp({ maxLineBytes: 64 });
    const fits = 'f'.repeat(64);
    await send(port, `a\n${'x'.repeat(65)}\nb\n${fits}\r\n${'y'.repeat(1000)}\nc\n`);
    await until(() => expect(probe.events).toEqual(['a', 'b', fits, 'c']));
    expect(probe.deadLetters.map(({ text }) => text)).toEqual(['x'.repeat(64), 'y'.repeat(64)]);
  });

  it('stops reading while destinations are full, and loses nothing', async () => {
    const { probe, port } = await startTcp();
    const gate = Promise.withResolvers<void>();
    probe.gate = gate.promise;
    const line = `${'z'.repeat(1000)}\n`;
    const sent = send(port, ...Array.from({ length: 20 }, () => line.repeat(1000)));
    const outcome = await Promise.race([
      sent.then(() => 'sent'),
      new Promise((r) => setTimeout(r, 500, 'held')),
    ]);
    expect(outcome).toBe('held');
    expect(probe.events).toHaveLength(0);
    probe.gate = null;
    gate.resolve();
    await sent;
    await until(() => expect(probe.events).toHaveLength(20_000));
  });

  it('refuses connections over the limit, and a port in use', async () => {
    const { probe, port } = await startTcp({ maxConnections: 1 });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    first.write('of use\n');
    await until(() => expect(probe.events).toEqual(['of use']));
    const second = connect(port, '127.0.0.1');
    second.on('error', () => {});
    await once(second, 'close');
    expect(probe.errorNames).toEqual(['TooManyConnections']);
    first.destroy();
    const again = tcpSource.start({ port }, probe.context);
    await expect(again).rejects.toMatchObject({
      problem: { errorName: 'PortInUse', message: `TCP port ${port} on 127.0.0.1 is already in use` },
    });
    expect(probe.incomplete).toEqual([]);
  });
});
