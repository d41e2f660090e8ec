import { afterEach, describe, expect, it } from 'vitest';
import { inputBudget } from '../../shared/inbound/budget.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import { SocketPeer } from '../../testing/socket-peer.ts';
import type { DeliverOutcome, RunningSource } from '../../types.ts';
import { relpSource } from './source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let port = 0;
const peers: SocketPeer[] = [];
afterEach(async () => {
  for (const { socket } of peers.splice(0)) socket.destroy();
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

const OFFERS = 'relp_version=0\nrelp_software=librelp,1.11.0,http://librelp.adiscon.com\ncommands=syslog';
const frame = (txnr: number, command: string, data = '') =>
  `${txnr} ${command} ${Buffer.byteLength(data)}${data === '' ? '' : ` ${data}`}\n`;
const OPEN = frame(1, 'open', OFFERS);
const syslog = (txnr: number, text: string) => frame(txnr, 'syslog', `<13>1 - web-1 app - - - ${text}`);
const ok = (txnr: number) => `${txnr} rsp 6 200 OK\n`;
const GOODBYE = '0 serverclose 0\n';

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  running = await relpSource.start({ port, ...config }, probe.context);
}

async function connect(tls?: Parameters<typeof SocketPeer.open>[1]): Promise<SocketPeer> {
  const peer = await SocketPeer.open(port, tls);
  peers.push(peer);
  return peer;
}

/** Sends after the answer to `open`; `received` has what follows. */
async function open(): Promise<SocketPeer> {
  const peer = await connect();
  await peer.send(OPEN);
  await until(() => expect(peer.text).toMatch(/commands=syslog\n$/));
  peer.received = Buffer.alloc(0);
  return peer;
}

const messages = () => probe.events.map((text) => (JSON.parse(text) as { message: string }).message);

describe('a session of RELP', () => {
  it('is opened with what both can, and closed once all is answered', async () => {
    await start();
    const peer = await connect();
    await peer.send(OPEN);
    await until(() =>
      expect(peer.text).toBe('1 rsp 60 200 OK\nrelp_version=0\nrelp_software=Penstock\ncommands=syslog\n'),
    );
    peer.received = Buffer.alloc(0);
    await peer.send(syslog(2, 'one'), syslog(3, 'two'), frame(4, 'close'));
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe(`${ok(2)}${ok(3)}4 rsp 0\n${GOODBYE}`);
    expect(messages()).toEqual(['one', 'two']);
    expect(JSON.parse(probe.events[0]!)).toEqual({
      hostname: 'web-1',
      appname: 'app',
      facility: 'user',
      severity: 'notice',
      message: 'one',
    });
    expect(probe.reports).toEqual([]);
  });

  it('takes frames in single bytes, with line breaks in messages', async () => {
    await start();
    const peer = await connect();
    await peer.send(...`${OPEN}${syslog(2, 'two\nlines')}${frame(3, 'syslog')}${syslog(4, 'next\n')}`);
    await until(() => expect(peer.text).toContain(ok(2) + ok(3) + ok(4)));
    expect(messages()).toEqual(['two\nlines', 'next']);
  });

  it('numbers wrap at 999999999, and answers carry them', async () => {
    await start();
    const peer = await open();
    await peer.send(syslog(999_999_999, 'last') + syslog(1, 'first'));
    await until(() => expect(peer.text).toBe(ok(999_999_999) + ok(1)));
  });

  it('keeps the order of 50,000 messages of two senders', async () => {
    await start();
    const all = Array.from({ length: 25_000 }, (_, n) => n);
    const pair = [await open(), await open()];
    await Promise.all(
      pair.map((peer, side) => peer.send(all.map((n) => syslog(n + 2, `${side} ${n}`)).join(''))),
    );
    await until(() => {
      for (const { text } of pair) expect(text === all.map((n) => ok(n + 2)).join('')).toBe(true);
    });
    for (const side of [0, 1])
      expect(messages().filter((text) => text.startsWith(`${side} `))).toEqual(
        all.map((n) => `${side} ${n}`),
      );
  });
});

describe('a message is answered once it is safe', () => {
  it('not before, and in order of arrival [R1]', async () => {
    await start();
    const answers: PromiseWithResolvers<DeliverOutcome>[] = [];
    probe.answer = () => {
      const answer = Promise.withResolvers<DeliverOutcome>();
      answers.push(answer);
      return answer.promise;
    };
    const peer = await open();
    await peer.send(syslog(2, 'one'));
    await until(() => expect(answers).toHaveLength(1));
    await peer.send(syslog(3, 'two'));
    await until(() => expect(answers).toHaveLength(2));
    answers[1]!.resolve('accepted');
    await until(() => expect(messages()).toEqual(['two']));
    expect(peer.text).toBe('');
    answers[0]!.resolve('accepted');
    await until(() => expect(peer.text).toBe(ok(2) + ok(3)));
  });

  it('never where no pipeline took it: the session is closed, and taken up again', async () => {
    await start();
    probe.answer = async () => 'unavailable';
    const peer = await open();
    await peer.send(syslog(2, 'one'), syslog(3, 'two'));
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe(GOODBYE);
    probe.answer = async () => 'accepted';
    const next = await open();
    await next.send(syslog(2, 'one'));
    await until(() => expect(next.text).toBe(ok(2)));
    expect(messages()).toEqual(['one']);
  });

  it('waits while destinations are full, and reads nothing more', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    probe.gate = gate.promise;
    const peer = await open();
    const message = syslog(2, 'x'.repeat(1000));
    const sent = peer.send(...Array.from({ length: 20 }, () => message.repeat(1000)));
    const outcome = await Promise.race([
      sent.then(() => 'sent'),
      new Promise((r) => setTimeout(r, 500, 'held')),
    ]);
    expect([outcome, peer.text]).toEqual(['held', '']);
    probe.gate = null;
    gate.resolve();
    await sent;
    await until(() => expect(peer.text.length).toBe(20_000 * ok(2).length));
    expect(probe.events).toHaveLength(20_000);
  });

  it('also while the source stops, with a word to the sender', async () => {
    await start();
    const answer = Promise.withResolvers<DeliverOutcome>();
    let isAsked = false;
    probe.answer = () => {
      isAsked = true;
      return answer.promise;
    };
    const peer = await open();
    await peer.send(syslog(2, 'one'));
    await until(() => expect(isAsked).toBe(true));
    const stopped = running!.stop();
    running = null;
    answer.resolve('accepted');
    await stopped;
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toBe(ok(2) + GOODBYE);
  });
});

it('answers that a sender does not read count against the memory for input [R13]', async () => {
  await start();
  const before = inputBudget.used;
  const peer = await open();
  peer.socket.pause();
  void peer.send(frame(2, 'x').repeat(1_000_000));
  await until(() => expect(inputBudget.used - before).toBeGreaterThan(100_000));
  peer.socket.resume();
  await until(() => expect(inputBudget.used).toBe(before));
});

describe('what is not as it should be', () => {
  it('a message that is not syslog is kept with the reason, and answered', async () => {
    await start();
    const peer = await open();
    await peer.send(frame(2, 'syslog', 'no priority') + syslog(3, 'good'));
    await until(() => expect(peer.text).toBe(ok(2) + ok(3)));
    expect(messages()).toEqual(['no priority', 'good']);
    expect(probe.errorNames).toEqual(['SyslogFrameBroken']);
  });

  it('a message that is too long is a dead letter with its beginning, or cut', async () => {
    const long = syslog(2, 'ü'.repeat(2_000_000));
    const head = long.slice(long.indexOf('<13>'));
    await start({ maxMessageBytes: 500 });
    const peer = await open();
    await peer.send(long, syslog(3, 'y'.repeat(600)), syslog(4, 'next'));
    await until(() => expect(peer.text).toBe(ok(2) + ok(3) + ok(4)));
    expect(messages()).toEqual(['next']);
    expect(probe.deadLetters.map(({ errorName }) => errorName)).toEqual([
      'SyslogMessageTooLong',
      'SyslogMessageTooLong',
    ]);
    expect(Buffer.byteLength(probe.deadLetters[0]!.text)).toBeLessThanOrEqual(500);
    expect(head.startsWith(probe.deadLetters[0]!.text.slice(0, 200))).toBe(true);
    await running!.stop();
    await start({ maxMessageBytes: 500, longLines: 'truncate' });
    const other = await open();
    await other.send(long);
    await until(() => expect(other.text).toBe(ok(2)));
    expect(messages()[0]).toMatch(/^ü{200,}$/);
  });

  it.each([
    ['plain syslog', '<13>Jan  1 12:00:00 web-1 app: text\n'],
    ['a length without end', '2 syslog 9999999999 x'],
    ['a command without end', `2 ${'x'.repeat(33)}`],
    ['data longer than its length', '2 syslog 1 xyz\n'],
    ['a length of nothing', '2 syslog  x\n'],
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 0, 0xc8, 1, 0, 0])],
  ])('%s ends the connection, and what came before is taken', async (_name, bytes) => {
    await start();
    const peer = await open();
    await peer.send(syslog(2, 'good'));
    await until(() => expect(peer.text).toBe(ok(2)));
    await peer.send(bytes);
    await until(() => expect(peer.isClosed).toBe(true));
    expect(probe.errorNames).toEqual(['RelpFrameBroken']);
    expect(messages()).toEqual(['good']);
  });

  it.each([
    ['a message before open', syslog(1, 'x')],
    ['open a second time', `${OPEN}${OPEN}`],
    ['open without the command syslog', frame(1, 'open', 'relp_version=0\ncommands=other')],
    ['open with offers without end', frame(1, 'open', `${OFFERS}\nx=${'y'.repeat(200_000)}`)],
  ])('%s is refused', async (_name, text) => {
    await start();
    const peer = await connect();
    await peer.send(text);
    await until(() => expect(peer.isClosed).toBe(true));
    expect(peer.text).toMatch(/(^|\n)1 rsp \d+ 500 /);
    expect(probe.errorNames).toEqual(['RelpSessionRefused']);
    expect(probe.events).toEqual([]);
  });

  it('commands it does not know are answered, and the session goes on', async () => {
    await start();
    const peer = await open();
    await peer.send(frame(2, 'starttls') + syslog(3, 'next'));
    await until(() => expect(peer.text).toBe(`2 rsp 19 500 unknown command\n${ok(3)}`));
  });
});

it('a session over TLS proves both ends, and goes on with a renewed certificate', async () => {
  const { ca, server, client } = certificates;
  const secure = { tls: true, tlsCert: server.cert, tlsKey: server.key, tlsClientCa: ca };
  await start(secure);
  probe.tracksOrigin = true;
  const peer = await connect({ ca, servername: 'localhost', ...client });
  await peer.send(OPEN, syslog(2, 'one'));
  await until(() => expect(peer.text).toContain(ok(2)));
  expect(await running!.update!({ port, ...secure, timezone: 'Europe/Berlin' })).toBe(true);
  await peer.send(syslog(3, 'two'));
  await until(() => expect(peer.text).toContain(ok(3)));
  const origin = { sender: '127.0.0.1', listener: `127.0.0.1:${port}`, client: 'client' };
  expect(probe.origins).toEqual([origin, origin]);
  expect(await running!.update!({ port, ...secure, maxMessageBytes: 600 })).toBe(false);
  const stranger = await connect({ ca, servername: 'localhost' }).catch(() => null);
  await stranger?.send(OPEN);
  await until(() => expect(probe.errorNames).toEqual(['TlsHandshakeFailed']));
});
