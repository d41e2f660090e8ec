import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { udpSource } from './source.ts';

let probe = new SourceProbe();
let running: RunningSource | null = null;
let port = 0;
afterEach(async () => {
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  running = await udpSource.start({ port, ...config }, probe.context);
}

/** Sends all datagrams before the source can read. */
async function send(...datagrams: (string | Buffer)[]): Promise<void> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const sent = datagrams.map((bytes) => new Promise<void>((done) => socket.send(bytes, () => done())));
  await Promise.all(sent);
  socket.close();
}

describe('udp', () => {
  it('one event per line of a datagram, final newline or not', async () => {
    await start();
    await send('one\ntwo\r\n\nthree ü', 'four\n', '', '\n');
    await until(() => expect(probe.events).toEqual(['one', 'two', 'three ü', 'four']));
    expect(probe.intake.payloadBytes).toBe(Buffer.byteLength('onetwothree üfour'));
  });

  it('makes one event of a datagram where asked, its newlines kept', async () => {
    await start({ split: 'datagram' });
    await send('Exception\n  at a\r\n', 'x', Buffer.from([0xff, 0x41]), '\n');
    await until(() => expect(probe.events).toEqual(['Exception\n  at a', 'x', '\ufffdA']));
    const batch = new Batch(64);
    udpSource.read!({ split: 'datagram' })(batch, Buffer.from('a\nb'));
    udpSource.read!({})(batch, Buffer.from('c\r'));
    expect([0, 1].map((ev) => batch.bytesOf(ev).toString())).toEqual(['a\nb', 'c']);
  });

  it('cuts off control characters at the end of a datagram where asked, and no others', async () => {
    await start({ trimEnd: true });
    await send('one\t\ntwo\t\0\r\n', '\tthree\0', '\0\n', 'four ');
    await until(() => expect(probe.events).toEqual(['one\t', 'two', '\tthree', 'four ']));
    await running!.stop();
    await start({ trimEnd: true, split: 'datagram' });
    await send('a\n\tb\t\0', '\t');
    await until(() => expect(probe.events).toEqual(['a\n\tb']));
    await running!.stop();
    await start();
    await send('kept\t\0');
    await until(() => expect(probe.events).toEqual(['kept\t\0']));
  });

  it('an oversized datagram is a dead letter; the largest allowed arrives', async () => {
    await start({ maxMessageBytes: 100 });
    await send('a', 'x'.repeat(101), 'y'.repeat(100));
    await until(() => expect(probe.events).toEqual(['a', 'y'.repeat(100)]));
    expect(probe.deadLetters).toEqual([{ text: 'x'.repeat(100), errorName: 'DatagramTooLong' }]);
    expect(probe.intake.payloadBytes).toBe(202);
    await running!.stop();
    await start();
    await send('z'.repeat(65_507));
    await until(() => expect(probe.events.map((text) => text.length)).toEqual([65_507]));
  });

  it('counts what the system dropped in a large burst [R17]', async () => {
    const limit = Number(readFileSync('/proc/sys/net/core/rmem_max', 'utf8'));
    const text = 'b'.repeat(60_000);
    const count = Math.ceil((4 * limit) / text.length) + 100;
    await start();
    await send(...Array.from({ length: count }, () => text));
    await until(() => {
      const dropped = probe.refused.reduce((sum, refusal) => sum + refusal.count, 0);
      expect(dropped).toBeGreaterThan(0);
      expect(probe.events.length + dropped).toBe(count);
    });
    expect(new Set(probe.errorNames)).toEqual(new Set(['DatagramsOverrun']));
  });

  it('keeps what fits while destinations are full, counts the rest [R9]', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    probe.gate = gate.promise;
    const text = 'c'.repeat(60_000);
    const rounds = 200;
    for (let round = 0; round < rounds; round++) {
      await send(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const dropped = () => probe.refused.reduce((sum, refusal) => sum + refusal.count, 0);
    await until(() => expect(dropped()).toBeGreaterThan(0));
    probe.gate = null;
    gate.resolve();
    await until(() => expect(probe.events.length + dropped()).toBe(rounds));
    expect(probe.errorNames).toContain('DatagramsDropped');
  });

  it('takes nothing from forbidden senders, as soon as configured', async () => {
    await start({ permittedSenders: ['10.0.0.0/8', '::1'] });
    await send('no');
    await until(() => expect(probe.errorNames).toEqual(['SenderNotPermitted']));
    expect(await running!.update!({ port, permittedSenders: ['127.0.0.0/8'] })).toBe(true);
    await send('yes');
    await until(() => expect(probe.events).toEqual(['yes']));
    expect(await running!.update!({ port: port + 1 })).toBe(false);
  });
});
