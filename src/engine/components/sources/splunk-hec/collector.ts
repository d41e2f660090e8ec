import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Admission, type Made, mostMade, type Taken } from '../../shared/inbound/admission.ts';
import { reply } from '../../shared/inbound/http-listener.ts';
import { senderOf } from '../../shared/inbound/peer.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { readBody } from '../../shared/inbound/request-body.ts';
import type { SourceContext } from '../../types.ts';
import { answerBody, getStatus, HecRefusal, toAnswer } from './answers.ts';
import { Channels } from './channels.ts';
import { EnvelopeParts } from './events.ts';
import { LineParts } from './lines.ts';
import { clipExample, type Rules } from './metadata.ts';
import { describeHecRefusal } from './problems.ts';
import { type SplunkHecSourceConfig, splitTokens } from './schema.ts';

/** Comparing digests prevents timing attacks on the token. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64');
const digests = (text: string | undefined): Set<string> => new Set(splitTokens(text).map(digest));

/** From `Splunk <token>`, or the password of `Basic`. @throws HecRefusal */
function parseToken(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'splunk') return value;
  if (scheme.toLowerCase() !== 'basic') throw new HecRefusal('invalidAuthorization');
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 0) throw new HecRefusal('invalidAuthorization');
  return pair.slice(colon + 1);
}

/** @throws HecRefusal unless the request has a permitted token */
function tokenCheck(
  config: SplunkHecSourceConfig,
): (request: IncomingMessage, query: URLSearchParams) => void {
  const enabled = digests(config.tokens);
  const disabled = digests(config.disabledTokens);
  if (enabled.size === 0) return () => {};
  return ({ headers: { authorization = '' } }, query) => {
    const inQuery = query.get('token');
    if (authorization === '' && inQuery !== null && !config.queryToken) throw new HecRefusal('queryTokenOff');
    const token = authorization === '' ? (inQuery ?? '') : parseToken(authorization);
    if (token === '') throw new HecRefusal('tokenRequired');
    const given = digest(token);
    if (disabled.has(given)) throw new HecRefusal('tokenDisabled');
    if (!enabled.has(given)) throw new HecRefusal('invalidToken');
  };
}

type Endpoint = 'event' | 'raw' | 'ack' | 'health';

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/services/collector': 'event',
  '/services/collector/1.0': 'event',
  '/services/collector/event': 'event',
  '/services/collector/event/1.0': 'event',
  '/services/collector/raw': 'raw',
  '/services/collector/raw/1.0': 'raw',
  '/services/collector/ack': 'ack',
  '/services/collector/ack/1.0': 'ack',
  '/services/collector/health': 'health',
  '/services/collector/health/1.0': 'health',
};

const CHANNEL = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_ASKED_BYTES = 1 << 20;

type Ack = ReturnType<Channels['open']>;
type Events = Made & { readonly refusal: HecRefusal | null };

export class Collector {
  private readonly config: SplunkHecSourceConfig;
  private readonly context: SourceContext;
  private readonly admission: Admission;
  private readonly channels: Channels;
  private readonly authenticate;
  private readonly indexes: ReadonlySet<string>;

  /** Takes over the acknowledgements of `former` after a settings change. */
  constructor(config: SplunkHecSourceConfig, context: SourceContext, former?: Collector) {
    this.config = config;
    this.context = context;
    this.admission = former?.admission ?? new Admission(context);
    this.channels = former?.channels ?? new Channels();
    this.authenticate = tokenCheck(config);
    this.indexes = new Set(config.indexes);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = URL.parse(request.url ?? '/', 'http://collector');
      const endpoint = url ? ENDPOINTS[url.pathname.replace(/\/$/, '')] : undefined;
      if (!url || !endpoint) throw new HecRefusal('notFound');
      if (endpoint === 'health') return this.health(request, response);
      if (request.method !== 'POST') throw new HecRefusal('wrongMethod');
      this.authenticate(request, url.searchParams);
      const body =
        endpoint === 'ack'
          ? await this.ask(request, url.searchParams)
          : await this.take(request, url.searchParams, endpoint);
      reply(response, 200, body);
    } catch (error) {
      this.refuse(response, error);
    }
  }

  close(): void {
    this.channels.close();
  }

  private health({ method }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' && method !== 'HEAD') throw new HecRefusal('wrongMethod');
    const name = this.admission.isOpen ? 'healthy' : 'unhealthy';
    reply(response, getStatus(name), answerBody(name));
  }

  /** Null when no channel is needed. @throws HecRefusal */
  private channel({ headers }: IncomingMessage, query: URLSearchParams): string | null {
    const name = String(headers['x-splunk-request-channel'] ?? query.get('channel') ?? '');
    if (!this.config.acks) return null;
    if (name === '') throw new HecRefusal('channelMissing');
    if (!CHANNEL.test(name)) throw new HecRefusal('invalidChannel');
    return name.toLowerCase();
  }

  private async ask(request: IncomingMessage, query: URLSearchParams): Promise<object> {
    const channel = this.channel(request, query);
    if (channel === null) throw new HecRefusal('ackDisabled');
    const bytes = await this.admission.ask((holding) => readBody(request, MAX_ASKED_BYTES, holding));
    return { acks: this.channels.ask(channel, asked(bytes)) };
  }

  private async take(
    request: IncomingMessage,
    query: URLSearchParams,
    endpoint: 'event' | 'raw',
  ): Promise<object> {
    const channel = this.channel(request, query);
    const { maxEventBytes, maxBodyBytes } = this.config;
    const rules: Rules = {
      defaults: Object.fromEntries(query),
      indexes: this.indexes,
      maxEventBytes,
      most: mostMade(maxBodyBytes),
    };
    const taken = await this.admission.read(
      (holding) => readBody(request, maxBodyBytes, holding),
      (body) => this.events(body.bytes, rules, endpoint),
    );
    const { made } = taken;
    const ack = channel === null ? null : this.open(channel, taken);
    const { handedOn, safe } = this.admission.deliver(taken, senderOf(request));
    // Without an acknowledgement the sender resends.
    if (ack) safe.then(ack.safe, ack.forget);
    await (ack ? handedOn : safe);
    if (made.refusal) throw made.refusal;
    return ack ? { ...answerBody('success'), ackId: ack.ackId } : answerBody('success');
  }

  private open(channel: string, taken: Taken<Events>): Ack {
    try {
      return this.channels.open(channel);
    } catch (error) {
      this.admission.drop(taken);
      throw error;
    }
  }

  private events(body: Buffer, rules: Rules, endpoint: 'event' | 'raw'): Events {
    const { newBatch } = this.context;
    try {
      return endpoint === 'raw'
        ? new LineParts(body, newBatch, rules)
        : new EnvelopeParts(body, newBatch, rules);
    } catch (error) {
      if (error instanceof HecRefusal) error.example = clipExample(body);
      throw error;
    }
  }

  private refuse(response: ServerResponse, error: unknown): void {
    const problem = error instanceof Refusal ? describeHecRefusal(error) : null;
    if (problem) this.context.report(problem, error instanceof HecRefusal ? error.example : undefined);
    const { status, body, headers } = toAnswer(error);
    reply(response, status, body, headers);
  }
}

/** Ids in a poll. @throws HecRefusal */
function asked(body: Buffer): number[] {
  try {
    const { acks } = JSON.parse(body.toString()) as { acks?: unknown };
    if (Array.isArray(acks) && acks.every((id) => Number.isSafeInteger(id))) return acks as number[];
  } catch {
    // Answered like any other unreadable body.
  }
  throw new HecRefusal('invalidFormat');
}
