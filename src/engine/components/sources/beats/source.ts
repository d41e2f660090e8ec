import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { StreamServer } from '../../shared/inbound/stream-server.ts';
import { listenerTls } from '../../shared/inbound/tls.ts';
import type { SourceComponent } from '../../types.ts';
import { beatsSchema } from './schema.ts';
import { BeatsSession } from './session.ts';

const STOP_GRACE_MS = 1000;

/** An event is a JSON object as the sender wrote it. */
export const beatsSource: SourceComponent = {
  read: () => (batch, payload) => void batch.appendJson(payload),
  async start(input, context) {
    let config = beatsSchema.parse(input);
    const feeder = new Feeder(context, () => server.resume());
    const { address, port, maxConnections, permittedSenders, maxEventBytes, maxBatchBytes } = config;
    const server = new StreamServer(
      {
        address,
        port,
        maxConnections,
        permittedSenders,
        tls: config.tls ? listenerTls(config) : null,
        isBlocked: () => feeder.blocked,
        isAnswering: true,
        connected: (sender, peer) =>
          new BeatsSession({
            feeder,
            context,
            sender,
            peer,
            maxEventBytes,
            maxBatchBytes,
            openHolding: () => server.openHolding(),
          }),
      },
      context,
    );
    await server.listen();
    return {
      stop: () => server.stop(() => feeder.stop(STOP_GRACE_MS)),
      async update(changed) {
        const next = beatsSchema.parse(changed);
        if (!isSameListener(config, next, ['maxEventBytes', 'maxBatchBytes'])) return false;
        if (next.tls) server.setTls(listenerTls(next));
        server.setSenders(next.permittedSenders, next.maxConnections);
        config = next;
        return true;
      },
    };
  },
};
