import { createStreamSource } from '../../shared/inbound/stream-source.ts';
import { LineSplitter } from '../../shared/line-splitter.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { lineTooLong } from '../../shared/problems.ts';
import { tcpSchema } from './schema.ts';

/**
 * One event per line. A last line without newline counts only if the sender closed the connection properly.
 */
export const tcpSource = createStreamSource({
  schema: tcpSchema,
  isAnswering: false,
  fixed: ['maxLineBytes', 'longLines'],
  begin(config, { feeder, context }) {
    const { maxLineBytes } = config;
    const longLines = new LongLines(config.longLines, lineTooLong(maxLineBytes), context);
    return {
      open({ sender }) {
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
    };
  },
});
