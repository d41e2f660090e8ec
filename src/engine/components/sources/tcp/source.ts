import { createServer, type Socket } from 'node:net';
import { Feeder } from '../../shared/feeder.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import { closeServer, listen } from '../../shared/listen.ts';
import { connectionsFull, lineTooLong } from '../../shared/problems.ts';
import { readInto } from '../../shared/reused-reads.ts';
import type { SourceComponent } from '../../types.ts';
import { tcpSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;
/** Memory that all connections are read into, one after the other. */
const READ_BYTES = 64 * 1024;

/**
 * One event per line. A line without a newline counts when its sender ends the connection properly, and is
 * given up when the connection breaks.
 */
export const tcpSource: SourceComponent = {
  async start(input, context) {
    const config = tcpSchema.parse(input);
    const sockets = new Set<Socket>();
    const feeder = new Feeder(context, () => {
      for (const socket of sockets) socket.resume();
    });
    const tooLong = lineTooLong(config.maxLineBytes);
    const full = connectionsFull(config.maxConnections);

    const memory = Buffer.allocUnsafeSlow(READ_BYTES);
    const server = createServer({ keepAlive: true, noDelay: true, pauseOnConnect: true }, (accepted) => {
      const splitter = new LineSplitter(config.maxLineBytes, {
        lines: (bytes, from, to) => feeder.addLines(bytes, from, to),
        tooLong: (head, length) =>
          context.refuse(tooLong, 1, { payloadBytes: length, rawBytes: length + 1 }, head.toString()),
      });
      const socket = readInto(accepted, memory, (bytes) => {
        splitter.push(bytes);
        if (feeder.blocked) socket.pause();
      });
      sockets.add(socket);
      socket.on('end', () => splitter.end());
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
      if (feeder.blocked) socket.pause();
    });
    server.maxConnections = config.maxConnections;
    server.on('drop', () => context.report(full));
    await listen(server, config.port, config.address);
    return {
      async stop() {
        const closed = closeServer(server);
        for (const socket of sockets) socket.destroy();
        await Promise.all([closed, feeder.stop(STOP_GRACE_MS)]);
      },
    };
  },
};
