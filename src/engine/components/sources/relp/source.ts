import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { StreamServer } from '../../shared/inbound/stream-server.ts';
import { listenerTls } from '../../shared/inbound/tls.ts';
import type { SourceComponent } from '../../types.ts';
import { readPayload, SyslogEvents } from '../syslog/events.ts';
import { relpSchema } from './schema.ts';
import { RelpSession } from './session.ts';

const STOP_GRACE_MS = 1000;

/** Events are those of the source Syslog. */
export const relpSource: SourceComponent = {
  read: readPayload,
  async start(input, context) {
    let config = relpSchema.parse(input);
    const feeder = new Feeder(context, () => server.resume());
    const events = new SyslogEvents(config, feeder, context);
    const { address, port, maxConnections, permittedSenders } = config;
    const server = new StreamServer(
      {
        address,
        port,
        maxConnections,
        permittedSenders,
        tls: config.tls ? listenerTls(config) : null,
        isBlocked: () => feeder.blocked,
        isAnswering: true,
        connected: (sender, peer) => new RelpSession({ events, feeder, context, sender, peer }),
      },
      context,
    );
    await server.listen();
    return {
      stop: () => server.stop(() => feeder.stop(STOP_GRACE_MS)),
      async update(changed) {
        const next = relpSchema.parse(changed);
        if (!isSameListener(config, next, ['maxMessageBytes', 'longLines'])) return false;
        if (next.tls) server.setTls(listenerTls(next));
        server.setSenders(next.permittedSenders, next.maxConnections);
        events.config = next;
        config = next;
        return true;
      },
    };
  },
};
