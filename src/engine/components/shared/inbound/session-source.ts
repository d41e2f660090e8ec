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

/** What sessions share. */
type Shared = { readonly feeder: Feeder; readonly context: SourceContext };
type Connection = {
  readonly sender: Sender;
  readonly peer: StreamPeer;
  /** For what a session unpacks. */
  readonly openHolding: () => Holding;
};
type Sessions<Config> = {
  readonly open: (connection: Connection) => StreamReader;
  /** Settings changed while connections stay open. */
  readonly changed?: (config: Config) => void;
};

type SessionSource<Config> = {
  readonly schema: z.ZodType<Config>;
  readonly read: SourceComponent['read'];
  /** Settings that connections keep, so that a change closes them. */
  readonly fixed: readonly (keyof Config)[];
  readonly begin: (config: Config, shared: Shared) => Sessions<Config>;
};

/** A source whose senders are answered: each connection is a session of the protocol. */
export const createSessionSource = <Config extends Listening>({
  schema,
  read,
  fixed,
  begin,
}: SessionSource<Config>): SourceComponent => ({
  read,
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
        isAnswering: true,
        connected: (sender, peer) => sessions.open({ sender, peer, openHolding: () => server.openHolding() }),
      },
      context,
    );
    await server.listen();
    return {
      stop: () => server.stop(() => feeder.stop(STOP_GRACE_MS)),
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
