import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { StreamServer } from '../../shared/inbound/stream-server.ts';
import { listenerTls } from '../../shared/inbound/tls.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { lineTooLong } from '../../shared/problems.ts';
import type { SourceComponent } from '../../types.ts';
import { tcpSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;

/**
 * One event per line. A last line without newline counts only if the sender closed the connection properly.
 */
export const tcpSource: SourceComponent = {
  async start(input, context) {
    let config = tcpSchema.parse(input);
    const feeder = new Feeder(context, () => server.resume());
    const { address, port, maxConnections, permittedSenders, maxLineBytes } = config;
    const longLines = new LongLines(config.longLines, lineTooLong(maxLineBytes), context);
    const server = new StreamServer(
      {
        address,
        port,
        maxConnections,
        permittedSenders,
        tls: config.tls ? listenerTls(config) : null,
        isBlocked: () => feeder.blocked,
        connected: (sender) => {
          const splitter = new LineSplitter(maxLineBytes, {
            lines: (bytes, from, to) => {
              const count = feeder.addLines(bytes, from, to, sender);
              context.senders?.took(sender.address, count);
            },
            tooLong: (head, payloadBytes, rawBytes) => {
              feeder.addLong(longLines, head, { payloadBytes, rawBytes }, sender);
              context.senders?.took(sender.address, 1);
            },
          });
          return {
            take: (bytes) => splitter.push(bytes),
            end: () => splitter.end(),
            get heldBytes() {
              return splitter.heldBytes;
            },
            get hasTaken() {
              return splitter.hasTaken;
            },
          };
        },
      },
      context,
    );
    await server.listen();
    return {
      async stop() {
        await Promise.all([server.stop(), feeder.stop(STOP_GRACE_MS)]);
      },
      async update(changed) {
        const next = tcpSchema.parse(changed);
        if (!isSameListener(config, next, ['maxLineBytes', 'longLines'])) return false;
        if (next.tls) server.setTls(listenerTls(next));
        server.setSenders(next.permittedSenders, next.maxConnections);
        config = next;
        return true;
      },
    };
  },
};
