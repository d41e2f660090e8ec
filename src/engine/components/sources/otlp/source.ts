import { Admission } from '../../shared/inbound/admission.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { HttpListener } from '../../shared/inbound/http-listener.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { httpHandler } from './http.ts';
import { readJson } from './read-json.ts';
import { Receiver } from './receiver.ts';
import { MalformedRequest, ownText } from './record.ts';
import { type OtlpConfig, otlpSchema } from './schema.ts';

export const otlpSource: SourceComponent = {
  read: () => (batch, payload) => {
    if (!isObject(payload)) return appendLine(batch, payload);
    const events: Buffer[] = [];
    try {
      readJson(payload, {
        take: (record, shared) => {
          const own = ownText(record);
          events.push(Buffer.from(own === '{' ? `{${shared.slice(1)}}` : `${own}${shared}}`));
        },
        refuse: () => {},
      });
    } catch (error) {
      if (!(error instanceof MalformedRequest)) throw error;
    }
    // Any other object is an event that already left the source.
    if (events.length === 0) batch.appendJson(payload);
    for (const event of events) batch.appendTrusted(event, false);
  },
  async start(input, context) {
    let config = otlpSchema.parse(input);
    const admission = new Admission(context);
    let receiver = new Receiver(config, context, admission);
    const current = () => receiver;
    const listeners: { update(config: OtlpConfig): void; stop(): Promise<void> }[] = [];
    const stop = async () => {
      await Promise.all(listeners.map((listener) => listener.stop()));
    };
    try {
      if (config.transport !== 'grpc') listeners.push(await listenHttp(config, context, current));
      if (config.transport !== 'http') {
        const { listenGrpc } = await import('./grpc.ts');
        listeners.push(await listenGrpc(config, context, current));
      }
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      stop,
      async update(changed) {
        const next = otlpSchema.parse(changed);
        if (!isSameListener(placed(config), placed(next), ['grpcPort', 'maxBodyBytes'])) return false;
        for (const listener of listeners) listener.update(next);
        receiver = new Receiver(next, context, admission);
        config = next;
        return true;
      },
    };
  },
};

const placed = (config: OtlpConfig) => ({ ...config, port: config.httpPort });

async function listenHttp(config: OtlpConfig, context: SourceContext, current: () => Receiver) {
  const handler = httpHandler(current, config.maxBodyBytes);
  const listener = new HttpListener(placed(config), context, handler);
  await listener.listen(placed(config));
  return {
    update: (changed: OtlpConfig) => listener.update(placed(changed)),
    stop: () => listener.stop(),
  };
}
