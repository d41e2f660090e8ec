import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SenderBook } from '../../shared/inbound/sender-book.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { SyslogError } from './message.ts';
import { readMessage } from './read-message.ts';
import { SYSLOG_EVENT_FIELDS } from './schema.ts';
import { syslogSource } from './source.ts';

const NOW = Date.UTC(2026, 0, 2, 12);
const read = (text: string, format: 'auto' | 'rfc3164' | 'rfc5424' = 'auto', timezone = 'UTC') =>
  JSON.parse(JSON.stringify(readMessage(text, { format, timezone, now: NOW }))) as Record<string, unknown>;

describe('RFC 5424', () => {
  it('reads the examples of the RFC', () => {
    expect(
      read(
        "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
      ),
    ).toEqual({
      timestamp: '2003-10-11T22:14:15.003Z',
      hostname: 'mymachine.example.com',
      appname: 'su',
      msgid: 'ID47',
      facility: 'auth',
      severity: 'crit',
      message: "'su root' failed for lonvick on /dev/pts/8",
    });
    expect(
      read(
        '<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - [a@1 k="v \\"q\\" \\] \\\\" l=""][b@2] end',
      ),
    ).toMatchObject({
      procid: '8710',
      structured_data: { 'a@1': { k: 'v "q" ] \\', l: '' }, 'b@2': {} },
      message: 'end',
    });
    expect(Object.keys(read('<165>1 2026-08-24T05:14:15Z host app 8710 ID1 [a@1 k="v"] end'))).toEqual(
      SYSLOG_EVENT_FIELDS,
    );
    expect(read('<0>1 - - - - - -')).toEqual({ facility: 'kern', severity: 'emerg', message: '' });
  });

  it.each([
    ['<34>2 - - - - - -', 'rfc5424'],
    ['<34>1 yesterday - - - - -', 'auto'],
    ['<34>1 - host', 'auto'],
    ['<34>1 - - - - - [a k="v] x', 'auto'],
    ['<34>1 - - - - - [a k=v] x', 'auto'],
    ['<34>1 - - - - - text', 'auto'],
    ['<34>1 - - - - - -text', 'auto'],
  ] as const)('refuses %s', (text, format) => {
    expect(() => read(text, format)).toThrow(SyslogError);
  });
});

describe('RFC 3164', () => {
  it('reads time, host, tag and message', () => {
    expect(read("<34>Jan  1 22:14:15 mymachine su[77]: 'su root' failed")).toEqual({
      timestamp: '2026-01-01T22:14:15.000Z',
      hostname: 'mymachine',
      appname: 'su',
      procid: '77',
      facility: 'auth',
      severity: 'crit',
      message: "'su root' failed",
    });
    expect(read('<13>Dec 31 23:59:59 h app: x')).toMatchObject({ timestamp: '2025-12-31T23:59:59.000Z' });
    expect(read('<13>Jan  1 12:00:00 h app: x', 'auto', 'Europe/Berlin')).toMatchObject({
      timestamp: '2026-01-01T11:00:00.000Z',
    });
    expect(read('<13>2026-01-01T12:00:00+01:00 h app: x')).toMatchObject({
      timestamp: '2026-01-01T12:00:00+01:00',
      hostname: 'h',
      appname: 'app',
    });
  });

  it('leaves out what does not exist', () => {
    expect(read('<13>hello world')).toEqual({ facility: 'user', severity: 'notice', message: 'hello world' });
    expect(read('<13>Jan  1 22:14:15 kernel: up')).toMatchObject({ appname: 'kernel', message: 'up' });
    expect(read('<13>Foo 99 22:14:15 x')).toMatchObject({ message: 'Foo 99 22:14:15 x' });
  });

  it.each(['hello', '', '<>x', '<999>x', '<192>x', '<1', '<abc>x'])('refuses %s: no priority', (text) => {
    expect(() => read(text)).toThrow(SyslogError);
  });
});

describe('the syslog source', () => {
  let running: RunningSource | null = null;
  let probe = new SourceProbe();
  let port = 0;
  afterEach(async () => {
    await running?.stop();
    running = null;
    expect(probe.incomplete).toEqual([]);
  });
  const start = async (config: Record<string, unknown> = {}) => {
    probe = new SourceProbe();
    port = await freePort();
    running = await syslogSource.start({ port, ...config }, probe.context);
  };
  const sendTcp = async (...parts: string[]) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.setNoDelay(true);
    await once(socket, 'connect');
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
    socket.resume();
    if (!socket.destroyed) await once(socket, 'close');
  };
  const messages = () => probe.events.map((text) => (JSON.parse(text) as { message: string }).message);
  const counted = (text: string) => `${Buffer.byteLength(text)} ${text}`;

  it('reads both framings on one connection, in any parts', async () => {
    await start();
    const stream = `<13>one\n${counted('<13>two\nlines ü')}<13>three\r\n${counted('<13>four')}\n<13>five`;
    await sendTcp(stream);
    await sendTcp(...stream);
    const expected = ['one', 'two\nlines ü', 'three', 'four', 'five'];
    await until(() => expect(messages()).toEqual([...expected, ...expected]));
    expect(probe.reports).toEqual([]);
  });

  it('keeps broken messages with the reason, and goes on with the next', async () => {
    await start();
    await sendTcp('<13>good\nno priority\n12 monkeys\n<13>again\n');
    await until(() => expect(messages()).toEqual(['good', 'no priority', '12 monkeys', 'again']));
    expect(JSON.parse(probe.events[1]!)).toMatchObject({
      syslog_error: expect.stringContaining('priority'),
      source_ip: expect.stringContaining('127.0.0.1'),
    });
    expect(probe.reports.map(({ errorName, example }) => [errorName, example])).toEqual([
      ['SyslogFrameBroken', 'no priority'],
      ['SyslogFrameBroken', '12 monkeys'],
    ]);
  });

  it('closes a connection whose lengths make no sense, keeping what came', async () => {
    await start({ framing: 'octet_counting' });
    await sendTcp(`${counted('<13>ok')}oops <13>x`);
    await until(() => expect(messages()).toEqual(['ok', 'oops <13>x']));
    expect(probe.errorNames).toEqual(['SyslogFramingLost']);
    await sendTcp('100 <13>cut off');
    await until(() => expect(messages().at(-1)).toBe('100 <13>cut off'));
  });

  const long = `<13>${'ü'.repeat(2_500_000)}`;
  const longBytes = Buffer.byteLength(long);

  it('keeps the beginning of long messages as dead letters, by line and by length', async () => {
    await start({ maxMessageBytes: 500 });
    await sendTcp('<13>a\n', long, '\n<13>b\n', counted(long), counted('<13>c'));
    await until(() => expect(messages()).toEqual(['a', 'b', 'c']));
    const kept = { text: long.slice(0, 4 + 248), errorName: 'SyslogMessageTooLong' };
    expect(probe.deadLetters).toEqual([kept, kept]);
    expect(probe.intake.payloadBytes).toBe(2 * longBytes + 3 * '<13>a'.length);
    expect(probe.refused).toEqual([]);
  });

  it('cuts long messages where that was chosen, between characters', async () => {
    await start({ maxMessageBytes: 501, longLines: 'truncate' });
    await sendTcp('<13>a\n', long, '\n<13>b\n', counted(long), counted('<13>c'));
    const kept = 'ü'.repeat(248);
    await until(() => expect(messages()).toEqual(['a', kept, 'b', kept, 'c']));
    expect(probe.errorNames).toEqual(['SyslogMessageTooLong', 'SyslogMessageTooLong']);
    expect(probe.deadLetters).toEqual([]);
  });

  it.each(['auto', 'nul'])('reads messages that end with NUL, framing %s', async (framing) => {
    await start({ framing });
    const stream = '<13>one\0<13>two\n  lines\0<13>three\n\0<13>four\0';
    await sendTcp(stream);
    await sendTcp(...stream);
    const expected = ['one', 'two\n  lines', 'three', 'four'];
    await until(() => expect(messages()).toEqual([...expected, ...expected]));
    expect(probe.reports).toEqual([]);
  });

  it('reads lines on after a stray NUL in them', async () => {
    await start();
    const stream = '<13>one\n<13>t\0<13>wo\n<13>three\n<13>four\n';
    await sendTcp(stream);
    await sendTcp(...stream);
    const expected = ['one', 't', 'wo', 'three', 'four'];
    await until(() => expect(messages()).toEqual([...expected, ...expected]));
  });

  it('reads datagrams', async () => {
    await start({ transport: 'udp', maxMessageBytes: 500 });
    const socket = createSocket('udp4');
    const send = (text: string) => new Promise((resolve) => socket.send(text, port, '127.0.0.1', resolve));
    for (const text of ['<13>one\n', 'broken', `<13>${'x'.repeat(600)}`, '<13>1 two']) await send(text);
    socket.close();
    await until(() => expect(messages()).toEqual(['one', 'broken', '<13>1 two']));
    expect(probe.errorNames).toEqual(['SyslogFrameBroken', 'SyslogFrameBroken']);
    expect(probe.deadLetters).toEqual([
      { text: `<13>${'x'.repeat(496)}`, errorName: 'SyslogMessageTooLong' },
    ]);
  });

  it('says which port is taken, and lets go of the other transport', async () => {
    await start({ transport: 'udp' });
    const other = syslogSource.start({ port, transport: 'both' }, new SourceProbe().context);
    await expect(other).rejects.toMatchObject({ problem: { errorName: 'PortInUse' } });
    const tcp = await syslogSource.start({ port, transport: 'tcp' }, new SourceProbe().context);
    await tcp.stop();
  });

  it.each(['tcp', 'udp'])('counts each message for its sender once (%s)', async (transport) => {
    const senders = new SenderBook();
    const probe = new SourceProbe();
    const port = await freePort();
    const source = await syslogSource.start({ port, transport }, { ...probe.context, senders });
    const messages = ['<13>1 - h - - - - one\n', '<13>Jan  1 12:00:00 h app: two\n', 'broken\n'];
    if (transport === 'tcp') connect(port, '127.0.0.1').end(messages.join(''));
    else {
      const socket = createSocket('udp4');
      for (const message of messages) socket.send(message, port, '127.0.0.1');
      await until(() => expect(probe.events).toHaveLength(3));
      socket.close();
    }
    await until(() => expect(probe.events).toHaveLength(3));
    expect(senders.list().listed).toMatchObject([{ address: '127.0.0.1', events: 3 }]);
    await source.stop();
  });
});
