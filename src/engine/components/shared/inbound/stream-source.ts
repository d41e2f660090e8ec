import type { z } from 'zod';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { Feeder } from '../feeder.ts';
import type { Holding } from './budget.ts';
import { isSameListener } from './changes.ts';
import type { Sender } from './peer.ts';
import { type StreamPeer, type StreamReader, StreamServer } from './stream-server.ts';
import { listenerTls } from './tls.ts';
import type { ListenerTlsConfig } from './tls-fields.ts';

const STOP_GRACE_MS = 1000;

type Listening = ListenerTlsConfig & {
  readonly address: string;
  readonly port: number;
  readonly maxConnections: number;
  readonly permittedSenders: string[];
  readonly tls: boolean;
};

type Shared = { readonly feeder: Feeder; readonly context: SourceContext };
type Connection = {
  readonly sender: Sender;
  readonly peer: StreamPeer;
  readonly openHolding: () => Holding;
};
type Sessions<Config> = {
  readonly open: (connection: Connection) => StreamReader;
  readonly changed?: (config: Config) => void;
};

type StreamSource<Config> = {
  readonly schema: z.ZodType<Config>;
  readonly read?: SourceComponent['read'];
  /** Senders are answered once events are safe, also while the source stops. */
  readonly isAnswering: boolean;
  /** Changing these settings closes connections. */
  readonly fixed: readonly (keyof Config)[];
  readonly begin: (config: Config, shared: Shared) => Sessions<Config>;
};

/** A source that senders connect to, with a session per connection. */
export const createStreamSource = <Config extends Listening>({
  schema,
  read,
  isAnswering,
  fixed,
  begin,
}: StreamSource<Config>): SourceComponent => ({
  ...(read && { read }),
  async start(input, context) {
    let config = schema.parse(input);
    const feeder = new Feeder(context, () => server.resume());
    const sessions = begin(config, { feeder, context });
    const { address, port, maxConnections, permittedSenders } = config;
    const server = new StreamServer(
      {
        address,
        port,
        maxConnections,
        permittedSenders,
        tls: config.tls ? listenerTls(config) : null,
        isBlocked: () => feeder.blocked,
        isAnswering,
        connected: (sender, peer) => sessions.open({ sender, peer, openHolding: () => server.openHolding() }),
      },
      context,
    );
    await server.listen();
    return {
      async stop() {
        const settle = () => feeder.stop(STOP_GRACE_MS);
        if (isAnswering) await server.stop(settle);
        else await Promise.all([server.stop(), settle()]);
      },
      async update(changed) {
        const next = schema.parse(changed);
        if (!isSameListener(config, next, fixed)) return false;
        if (next.tls) server.setTls(listenerTls(next));
        server.setSenders(next.permittedSenders, next.maxConnections);
        sessions.changed?.(next);
        config = next;
        return true;
      },
    };
  },
});
