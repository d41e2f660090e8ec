import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = {
  method: string;
  path: string;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of many shapes.
  json: any;
};

export type Reply = { status: number; headers?: Record<string, string>; text?: string } | 'hang';

/**
 * A web server that keeps what it gets and answers as it is told, `ok` by default.
 * @param onReceived is called with each request, before it is answered
 */
export async function startHttpReceiver(onReceived: () => void = () => {}) {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const headers = request.headers as Record<string, string>;
      const isJson = text.startsWith('{');
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      });
      onReceived();
      const reply = replies.shift() ?? { status: 200, text: 'ok' };
      if (reply === 'hang') return;
      response.writeHead(reply.status, reply.headers).end(reply.text ?? '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    /** Answers of the next requests, in order. */
    answer: (...next: Reply[]) => replies.push(...next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type HttpReceiver = Awaited<ReturnType<typeof startHttpReceiver>>;

type Mail = { from: string; to: string[]; text: string; user: string; isSecure: boolean };

/** An SMTP server that keeps its mail; recipients that begin with `nobody` are refused. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Wrong user or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody')
        ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
          user: String(session.user ?? ''),
          isSecure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  // A client that does not trust its certificate hangs up.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as AddressInfo;
  return { mails, port, stop: () => new Promise<void>((done) => server.close(() => done())) };
}
