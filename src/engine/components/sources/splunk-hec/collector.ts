import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Batch } from '../../../event/batch.ts';
import { Admission } from '../../shared/inbound/admission.ts';
import { reply } from '../../shared/inbound/http-listener.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { type Body, readBody } from '../../shared/inbound/request-body.ts';
import type { SourceContext } from '../../types.ts';
import { answerBody, getStatus, HecRefusal, toAnswer } from './answers.ts';
import { Channels } from './channels.ts';
import { fillFromEnvelopes, fillFromLines, type Rules } from './events.ts';
import { describeHecRefusal } from './problems.ts';
import type { SplunkHecSourceConfig } from './schema.ts';
import { tokenCheck } from './tokens.ts';

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
const EXAMPLE_BYTES = 1024;

type Ack = ReturnType<Channels['open']>;
type Events = { batch: Batch; payloadBytes: number; refusal: HecRefusal | null };

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

  private health({ method }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' && method !== 'HEAD') throw new HecRefusal('wrongMethod');
    const name = this.admission.isOpen ? 'healthy' : 'unhealthy';
    reply(response, getStatus(name), answerBody(name));
  }

  /** Null where no channel is needed. @throws HecRefusal */
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
    const { bytes } = await readBody(request, MAX_ASKED_BYTES, () => {});
    return { acks: this.channels.ask(channel, asked(bytes)) };
  }

  private take(request: IncomingMessage, query: URLSearchParams, endpoint: 'event' | 'raw'): Promise<object> {
    const channel = this.channel(request, query);
    const rules: Rules = {
      defaults: Object.fromEntries(query),
      indexes: this.indexes,
      maxEventBytes: this.config.maxEventBytes,
    };
    const sender = request.socket.remoteAddress;
    return this.admission.read(request, this.config.maxBodyBytes, async (body) => {
      const events = this.events(body, rules, endpoint);
      if (channel === null) {
        await this.deliver(events, body.rawBytes, sender);
        if (events.refusal) throw events.refusal;
        return answerBody('success');
      }
      const ack = this.open(channel, events);
      this.admission.keep(body.bytes.length, this.acknowledge(ack, events, body.rawBytes, sender));
      if (events.refusal) throw events.refusal;
      return { ...answerBody('success'), ackId: ack.ackId };
    });
  }

  private open(channel: string, { batch }: Events): Ack {
    try {
      return this.channels.open(channel);
    } catch (error) {
      this.context.recycle(batch);
      throw error;
    }
  }

  private async acknowledge(
    ack: Ack,
    events: Events,
    rawBytes: number,
    sender: string | undefined,
  ): Promise<void> {
    try {
      await this.deliver(events, rawBytes, sender);
      ack.safe();
    } catch {
      // Without an acknowledgement the sender resends.
      ack.forget();
    }
  }

  private async deliver(
    { batch, payloadBytes }: Events,
    rawBytes: number,
    sender: string | undefined,
  ): Promise<void> {
    await this.admission.deliver(batch, { payloadBytes, rawBytes }, sender);
  }

  private events({ bytes }: Body, rules: Rules, endpoint: 'event' | 'raw'): Events {
    const batch = this.context.newBatch();
    try {
      if (endpoint === 'raw') {
        const payloadBytes = fillFromLines(batch, bytes, rules);
        return { batch, payloadBytes, refusal: null };
      }
      const { bytes: payloadBytes, refusal } = fillFromEnvelopes(batch, bytes, rules);
      if (refusal) refusal.example = clipExample(bytes);
      return { batch, payloadBytes, refusal };
    } catch (error) {
      this.context.recycle(batch);
      if (error instanceof HecRefusal) error.example = clipExample(bytes);
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

const clipExample = (body: Buffer): string => body.toString('utf8', 0, EXAMPLE_BYTES);

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
