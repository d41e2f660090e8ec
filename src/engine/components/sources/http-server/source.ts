import type { IncomingMessage, ServerResponse } from 'node:http';
import { Admission } from '../../shared/inbound/admission.ts';
import { reply } from '../../shared/inbound/http-listener.ts';
import { runHttpSource } from '../../shared/inbound/http-source.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { authenticator, createHeaderReader, type HeaderReader } from '../../shared/inbound/request-auth.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { detectFormat, fillBatch } from './events.ts';
import { describeRefusal } from './problems.ts';
import { type HttpServerConfig, httpServerSchema } from './schema.ts';

const EXAMPLE_BYTES = 1024;

/** Accepts a request entirely or not at all; 200 means its events are safe. */
class Intake {
  private readonly config: HttpServerConfig;
  private readonly context: SourceContext;
  private readonly admission: Admission;
  private readonly authenticate: (header: HeaderReader) => void;
  /** Refusals already reported with an example. */
  private readonly told = new WeakSet<Refusal>();

  constructor(config: HttpServerConfig, context: SourceContext, former?: Intake) {
    this.config = config;
    this.context = context;
    this.admission = former?.admission ?? new Admission(context);
    this.authenticate = authenticator(config);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.check(request);
      const accepted = await this.admission.read(request, this.config.maxBodyBytes, ({ bytes, rawBytes }) =>
        this.take(request, bytes, rawBytes),
      );
      reply(response, 200, { accepted });
    } catch (error) {
      this.refuse(response, error);
    }
  }

  private check(request: IncomingMessage): void {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path !== this.config.path) throw new Refusal(404, `Send events to ${this.config.path}`);
    if (request.method !== 'POST')
      throw new Refusal(405, 'Send events by POST', { headers: { allow: 'POST' } });
    this.authenticate(createHeaderReader(request));
  }

  /** Returns the number of events once they are safe. @throws Refusal */
  private async take(request: IncomingMessage, body: Buffer, rawBytes: number): Promise<number> {
    const { config, context } = this;
    const batch = context.newBatch();
    let payloadBytes = 0;
    try {
      fillBatch(batch, detectFormat(config.format, request.headers['content-type'] ?? '', body), body);
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
      if (error instanceof Refusal) {
        this.told.add(error);
        context.report(describeRefusal(error), clipExample(body, error));
      }
      throw error;
    }
    const accepted = batch.count;
    await this.admission.deliver(batch, { payloadBytes, rawBytes }, request.socket.remoteAddress);
    return accepted;
  }

  private refuse(response: ServerResponse, error: unknown): void {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
    if ([401, 413, 415].includes(refusal.status) && !this.told.has(refusal))
      this.context.report(describeRefusal(refusal));
    reply(response, refusal.status, { error: refusal.message, ...refusal.place }, refusal.headers);
  }
}

const clipExample = (body: Buffer, { place }: Refusal): string => {
  const line = place
    ? (body.toString('utf8').split('\n')[place.line - 1] ?? '')
    : body.toString('utf8', 0, EXAMPLE_BYTES);
  return line.slice(0, EXAMPLE_BYTES);
};

export const httpServerSource: SourceComponent = {
  read: ({ format }) => {
    if (format === 'text') return appendLine;
    if (format === 'json' || format === 'ndjson') return (batch, payload) => void batch.appendJson(payload);
    return (batch, payload) =>
      isObject(payload) ? void batch.appendJson(payload) : appendLine(batch, payload);
  },
  start: (input, context) =>
    runHttpSource<HttpServerConfig, Intake>(
      httpServerSchema.parse(input),
      context,
      (changed) => httpServerSchema.parse(changed),
      (config, former) => new Intake(config, context, former),
    ),
};
