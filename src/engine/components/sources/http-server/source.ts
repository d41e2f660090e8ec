import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../../shared/listen.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { authenticator } from './auth.ts';
import { readBody } from './body.ts';
import { fillBatch, formatOf } from './events.ts';
import { problemOf } from './problems.ts';
import { Refusal } from './refusal.ts';
import { type HttpServerConfig, httpServerSchema } from './schema.ts';

/** Bodies held in memory at once, until their events are safe. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** How long a request waits for room in buffers before it is sent back. */
const ROOM_WAIT_MS = 5000;
const STOP_GRACE_MS = 1500;
const REQUEST_TIMEOUT_MS = 60_000;
const EXAMPLE_BYTES = 1024;

const unavailable = (message: string, seconds: number) =>
  new Refusal(503, message, { headers: { 'retry-after': String(seconds) } });
const PAUSED = 'The pipelines of this source are paused; try again later';
const BUSY = 'The destinations cannot take more at the moment; try again';

/** Takes requests: nothing of one is taken unless all of it is good, and 200 means that it is safe. */
class Intake {
  private readonly config: HttpServerConfig;
  private readonly context: SourceContext;
  private readonly authenticate: (request: IncomingMessage) => void;
  private held = 0;
  readonly underWay = new Set<Promise<void>>();

  constructor(config: HttpServerConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.authenticate = authenticator(config);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const handling = this.answer(request, response);
    this.underWay.add(handling);
    void handling.finally(() => this.underWay.delete(handling));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let held = 0;
    const grow = (bytes: number) => {
      held += bytes;
      this.held += bytes;
    };
    try {
      this.check(request);
      await this.waitForRoom();
      const body = await readBody(request, this.config.maxBodyBytes, grow);
      const accepted = await this.take(request, body.bytes, body.rawBytes);
      reply(response, 200, { accepted });
    } catch (error) {
      this.refuse(response, error);
    } finally {
      this.held -= held;
    }
  }

  private check(request: IncomingMessage): void {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path !== this.config.path) throw new Refusal(404, `Send events to ${this.config.path}`);
    if (request.method !== 'POST')
      throw new Refusal(405, 'Send events by POST', { headers: { allow: 'POST' } });
    this.authenticate(request);
    if (this.context.paused) throw unavailable(PAUSED, 10);
    if (this.held > MAX_HELD_BYTES) throw unavailable(BUSY, 1);
  }

  private async waitForRoom(): Promise<void> {
    const room = this.context.ready();
    if (room) await settleWithin(ROOM_WAIT_MS, [room]);
    if (this.context.paused) throw unavailable(PAUSED, 10);
    if (room && this.context.ready()) throw unavailable(BUSY, 1);
  }

  /** Number of events, once they are safe. Throws Refusal. */
  private async take(request: IncomingMessage, body: Buffer, rawBytes: number): Promise<number> {
    const { config, context } = this;
    const batch = context.newBatch();
    let payloadBytes = 0;
    try {
      fillBatch(batch, formatOf(config.format, request.headers['content-type'] ?? '', body), body);
      for (let ev = 0; ev < batch.count; ev++) {
        const size = batch.size(ev);
        if (size > config.maxEventBytes)
          throw new Refusal(
            413,
            `Event ${ev + 1} has ${size} bytes; at most ${config.maxEventBytes} are allowed`,
          );
        payloadBytes += size;
      }
    } catch (error) {
      context.recycle(batch);
      if (error instanceof Refusal) context.report(problemOf(error), exampleOf(body, error));
      throw error;
    }
    const accepted = batch.count;
    const outcome = await context.deliver(batch, { payloadBytes, rawBytes });
    if (outcome === 'unavailable') throw unavailable(PAUSED, 10);
    return accepted;
  }

  private refuse(response: ServerResponse, error: unknown): void {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
    if (refusal.status === 401 || refusal.status === 415) this.context.report(problemOf(refusal));
    reply(response, refusal.status, { error: refusal.message, ...refusal.place }, refusal.headers);
  }
}

const exampleOf = (body: Buffer, { place }: Refusal): string => {
  const line = place
    ? (body.toString('utf8').split('\n')[place.line - 1] ?? '')
    : body.toString('utf8', 0, EXAMPLE_BYTES);
  return line.slice(0, EXAMPLE_BYTES);
};

function reply(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}

export const httpServerSource: SourceComponent = {
  async start(input, context) {
    const config = httpServerSchema.parse(input);
    const intake = new Intake(config, context);
    const server = createServer({ keepAlive: true, noDelay: true, requestTimeout: REQUEST_TIMEOUT_MS });
    server.on('request', (request, response) => intake.handle(request, response));
    server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    });
    await listen(server, config.port, config.address);
    return {
      async stop() {
        const closed = closeServer(server);
        server.closeIdleConnections();
        await settleWithin(STOP_GRACE_MS, intake.underWay);
        server.closeAllConnections();
        await closed;
      },
    };
  },
};
