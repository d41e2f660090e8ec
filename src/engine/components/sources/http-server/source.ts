import type { IncomingMessage, ServerResponse } from 'node:http';
import { NEWLINE } from '../../../event/bytes.ts';
import { Admission, mostMade } from '../../shared/inbound/admission.ts';
import { type Holding, hold } from '../../shared/inbound/budget.ts';
import { toUtf8 } from '../../shared/inbound/charset.ts';
import { reply } from '../../shared/inbound/http-listener.ts';
import { runHttpSource } from '../../shared/inbound/http-source.ts';
import { WholeParts } from '../../shared/inbound/parts.ts';
import { senderOf } from '../../shared/inbound/peer.ts';
import { EventTooLarge, Refusal } from '../../shared/inbound/refusal.ts';
import { authenticator, createHeaderReader, type HeaderReader } from '../../shared/inbound/request-auth.ts';
import { readBody } from '../../shared/inbound/request-body.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { ComponentProblem, SourceComponent, SourceContext } from '../../types.ts';
import { detectFormat, fillGoodParts, fillParts } from './events.ts';
import { type HttpServerConfig, httpServerSchema } from './schema.ts';

const EXAMPLE_BYTES = 1024;

/** 200 means that all events are safe: accepted ones, and rejected ones as dead letters. */
class Intake {
  private readonly config: HttpServerConfig;
  private readonly context: SourceContext;
  private readonly admission: Admission;
  private readonly authenticate: (header: HeaderReader) => void;
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
      const type = request.headers['content-type'] ?? '';
      const taken = await this.admission.read(
        (holding) => readBody(request, this.config.maxBodyBytes, holding),
        (body, holding) => this.make(body.bytes, type, holding),
      );
      const { count, rejectedCount: rejected, rejected: errors } = taken.made;
      const accepted = count - rejected;
      await this.admission.deliver(taken, senderOf(request)).safe;
      reply(response, 200, rejected > 0 ? { accepted, rejected, errors } : { accepted });
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

  /** @throws Refusal */
  private make(sent: Buffer, contentType: string, holding: Holding): WholeParts {
    const { config, context } = this;
    const body = toUtf8(sent, contentType);
    if (body.buffer !== sent.buffer) hold(holding, body.length);
    const format = detectFormat(config.format, contentType, body);
    const parts = new WholeParts(context, mostMade(config.maxBodyBytes), config.maxEventBytes);
    try {
      fillParts(parts, format, body);
      return parts;
    } catch (error) {
      const isPartial = error instanceof EventTooLarge || (error instanceof Refusal && error.status === 400);
      if (isPartial && fillGoodParts(parts, format, body)) return parts;
      parts.clear();
      if (error instanceof Refusal) {
        this.told.add(error);
        context.report(describeRefusal(error), clipExample(body, error));
      }
      throw error;
    }
  }

  private refuse(response: ServerResponse, error: unknown): void {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
    if ([401, 413, 415].includes(refusal.status) && !this.told.has(refusal))
      this.context.report(describeRefusal(refusal));
    reply(response, refusal.status, { error: refusal.message, ...refusal.place }, refusal.headers);
  }
}

function clipExample(body: Buffer, { place }: Refusal): string {
  let from = 0;
  for (let p = 0, line = 1; line < (place?.line ?? 1) && p < body.length; p++)
    if (body[p] === NEWLINE) {
      line++;
      from = p + 1;
    }
  const newline = place ? body.indexOf(NEWLINE, from) : -1;
  const end = Math.min(newline < 0 ? body.length : newline, from + EXAMPLE_BYTES);
  return body.toString('utf8', from, end);
}

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

function describeRefusal({ status, message }: Refusal): ComponentProblem {
  if (status === 413)
    return {
      errorName: 'RequestTooLarge',
      message: `A request was refused: ${message}`,
      causes: ['Batches of the sender exceed the limits of the source'],
      resolutions: ['Configure the sender to send smaller batches', 'Raise the limits of the source'],
      level: 'WARN',
    };
  if (status === 401)
    return {
      errorName: 'Unauthorized',
      message: 'A request with wrong or missing credentials was refused',
      causes: ['Sender and source have different credentials', 'An unauthorized sender tries to connect'],
      resolutions: ['Give the sender the credentials of the source'],
      level: 'WARN',
    };
  if (status === 415)
    return {
      errorName: 'UnknownEncoding',
      message: `A request was refused: ${message}`,
      causes: ['The sender uses a compression or charset that is not supported'],
      resolutions: ['Configure the sender to use gzip, Zstandard or no compression, and UTF-8'],
      level: 'WARN',
    };
  return {
    errorName: 'MalformedJson',
    message: `A request was refused: ${message}`,
    causes: ['The sender does not write valid JSON', 'The content type does not fit the content'],
    resolutions: [
      'Correct the line at the sender; nothing of the request was taken, so it can be sent again',
      'Set the format of the source to text when lines need not be JSON',
    ],
    level: 'WARN',
  };
}
