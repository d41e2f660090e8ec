import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import { RetryableError, type RunningSink } from '../../types.ts';
import { relpSink } from './sink.ts';

type Command = { txnr: number; command: string; data: string };
type Receiver = (command: Command, say: (text: string) => void, socket: Socket) => void;

let server: Server | null = null;
let sockets: Socket[] = [];
let sink: RunningSink | null = null;
let messages: string[] = [];
let mostWaiting = 0;

afterEach(async () => {
  await sink?.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  sink = null;
  server = null;
  sockets = [];
});

const rsp = (txnr: number, data: string) => `${txnr} rsp ${Buffer.byteLength(data)} ${data}\n`;
const opened = (txnr: number) => rsp(txnr, '200 OK\nrelp_version=0\nrelp_software=peer\ncommands=syslog');
const answerAll: Receiver = ({ txnr, command }, say) => {
  if (command === 'open') say(opened(txnr));
  else if (command === 'close') say(`${txnr} rsp 0\n0 serverclose 0\n`);
  else say(rsp(txnr, '200 OK'));
};

/** For frames of text without brackets. */
function serve(socket: Socket, receive: Receiver): void {
  sockets.push(socket);
  socket.on('error', () => {});
  let rest = '';
  let waiting = 0;
  const say = (text: string) => {
    waiting--;
    if (socket.writable) socket.write(text);
  };
  socket.on('data', (part: Buffer) => {
    rest += part.toString('latin1');
    for (;;) {
      const header = /^(\d{1,9}) ([a-z]+) (\d{1,9})([ \n])/.exec(rest);
      if (!header) return;
      const [whole, txnr, command = '', length] = header;
      const to = whole.length + Number(length);
      if (Number(length) > 0 && rest.length < to + 1) return;
      const data = Buffer.from(rest.slice(whole.length, to), 'latin1').toString();
      rest = rest.slice(Number(length) > 0 ? to + 1 : whole.length);
      if (command === 'syslog') messages.push(data);
      mostWaiting = Math.max(mostWaiting, ++waiting);
      receive({ txnr: Number(txnr), command, data }, say, socket);
    }
  });
}

async function listen(receive: Receiver = answerAll, port = 0, secure = false): Promise<number> {
  messages = [];
  mostWaiting = 0;
  const { ca, server: own } = certificates;
  const take = (socket: Socket) => serve(socket, receive);
  server = secure
    ? createSecureServer(
        { cert: own.cert, key: own.key, ca, requestCert: true, rejectUnauthorized: true },
        take,
      )
    : createServer(take);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const open = async (config: Record<string, unknown>, probe = new SinkProbe()): Promise<RunningSink> => {
  sink = await relpSink.open({ host: '127.0.0.1', ...config }, probe.context);
  return sink;
};
const events = (from: number, to: number) =>
  jsonBatch(...Array.from({ length: to - from }, (_, n) => ({ n: from + n })));
const numbers = () => messages.map((text) => Number(/\{"n":(\d+)\}/.exec(text)?.[1]));
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('the RELP destination', () => {
  it('offers syslog, sends messages in order, and closes its session', async () => {
    const seen: Command[] = [];
    const port = await listen((command, say, socket) => {
      seen.push(command);
      answerAll(command, say, socket);
    });
    const to = await open({ port });
    const event = {
      timestamp: '2026-03-01T12:00:00Z',
      hostname: 'web-1',
      appname: 'app',
      message: 'two\nlines ü',
    };
    const text = '<14>1 2026-03-01T12:00:00.000000Z web-1 app - - - two\nlines ü';
    expect(await to.write(jsonBatch(event))).toEqual({ bytes: Buffer.byteLength(text), refused: [] });
    await to.close();
    expect(seen.map(({ txnr, command }) => [txnr, command])).toEqual([
      [1, 'open'],
      [2, 'syslog'],
      [3, 'close'],
    ]);
    expect(seen[0]!.data).toBe('relp_version=1\nrelp_software=Penstock\ncommands=syslog');
    expect(messages).toEqual([text]);
  });

  it('sends lines as they came, no more than the window before they are acknowledged', async () => {
    const port = await listen(({ txnr, command }, say) => {
      if (command === 'open') say(opened(txnr));
      else setTimeout(() => say(command === 'close' ? `${txnr} rsp 0\n` : rsp(txnr, '200 OK')), 1);
    });
    const to = await open({ port, format: 'text', window: 10 });
    const lines = upTo(500).map((n) => `line ${n}`);
    await to.write(rawBatch(...lines));
    expect(messages).toEqual(lines);
    expect(mostWaiting).toBe(10);
  });

  it('counts only what was acknowledged, and sends the rest over the next connection [R1]', async () => {
    let taken = 0;
    const port = await listen(({ txnr, command }, say, socket) => {
      if (command === 'open') return say(opened(txnr));
      if (++taken === 31) return void socket.destroy();
      say(rsp(txnr, '200 OK'));
    });
    const to = await open({ port, format: 'json' });
    const batch = events(0, 100);
    const first = await to.write(batch);
    expect(first.later).toMatchObject({
      events: upTo(100).slice(30),
      problem: { errorName: 'ConnectionFailed' },
    });
    for (const event of upTo(30)) batch.drop(event);
    messages = [];
    expect(await to.write(batch)).toMatchObject({ refused: [] });
    expect(numbers()).toEqual(upTo(100).slice(30));
  });

  it('goes on after the receiver ended the session between two batches', async () => {
    const port = await listen();
    const to = await open({ port, format: 'json' });
    await to.write(events(0, 2));
    const closed = once(sockets[0]!, 'close');
    sockets[0]!.write('0 serverclose 0\n');
    await closed;
    await to.write(events(2, 4));
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('sets aside messages that the receiver refuses', async () => {
    const port = await listen((command, say, socket) => {
      if (command.data.includes('{"n":1}')) say(rsp(command.txnr, '500 bad message'));
      else answerAll(command, say, socket);
    });
    const to = await open({ port, format: 'json' });
    expect(await to.write(events(0, 3))).toMatchObject({
      refused: [
        { event: 1, problem: { errorName: 'MessageRefused', message: expect.stringContaining('500 bad') } },
      ],
    });
  });

  const failure = async (receive: Receiver, config: object = {}) => {
    const port = await listen(receive);
    const to = await open({ port, timeoutSeconds: 1, ...config });
    const error = await to.write(events(0, 2)).catch((thrown: unknown) => thrown);
    if (!(error instanceof RetryableError)) throw new Error('it was taken');
    expect(error.problem.causes.length * error.problem.resolutions.length).toBeGreaterThan(0);
    return error.problem.errorName;
  };
  it.each<[string, Receiver, string]>([
    ['refuses the session', ({ txnr }, say) => say(rsp(txnr, '500 not permitted')), 'RelpSessionRefused'],
    ['takes no syslog', ({ txnr }, say) => say(rsp(txnr, '200 OK\ncommands=x')), 'RelpSessionRefused'],
    ['speaks something else', (_, say) => say('HTTP/1.1 400 Bad Request\r\n'), 'NotRelp'],
    ['acknowledges what was never sent', (_, say) => say(rsp(77, '200 OK')), 'NotRelp'],
    ['ends the session', (_, say) => say('0 serverclose 0\n'), 'RelpSessionEnded'],
    ['says nothing', () => {}, 'DestinationTimeout'],
  ])('explains a receiver that %s, and tries again', async (_name, receive, errorName) => {
    expect(await failure(receive)).toBe(errorName);
  });

  it('waits for an answer of each message, not of the batch', async () => {
    const port = await listen(({ txnr, command }, say) => {
      if (command === 'open') say(opened(txnr));
      else setTimeout(() => say(rsp(txnr, '200 OK')), 300);
    });
    const to = await open({ port, timeoutSeconds: 1, window: 1 });
    await to.write(events(0, 5));
    expect(messages).toHaveLength(5);
  }, 20_000);

  it('proves who it is over TLS, and trusts only whom it should', async () => {
    const port = await listen(answerAll, 0, true);
    const secure = { port, tls: true, tlsCa: certificates.ca, tlsServerName: 'localhost' };
    const { cert, key } = certificates.client;
    const to = await open({ ...secure, tlsCert: cert, tlsKey: key });
    await to.write(events(0, 1));
    expect(messages).toHaveLength(1);
    await to.close();
    const stranger = await open({ port, tls: true, tlsServerName: 'localhost', tlsCert: cert, tlsKey: key });
    await expect(stranger.write(events(0, 1))).rejects.toMatchObject({
      problem: { errorName: 'CertificateNotTrusted' },
    });
  });

  it('refuses addresses that nothing may be sent to', async () => {
    await expect(open({ host: '169.254.169.254', port: 2514 })).rejects.toThrow();
  });
});
