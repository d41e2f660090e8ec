import { NEWLINE, RETURN } from '../../../event/bytes.ts';
import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { DatagramServer } from '../../shared/inbound/datagram-server.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { LongLines, type LongLineWords } from '../../shared/long-lines.ts';
import { appendLine } from '../../shared/payload.ts';
import type { SourceComponent } from '../../types.ts';
import { udpSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;
const LINE_END = Buffer.from('\n');

const datagramTooLong = (maxBytes: number): LongLineWords => ({
  errorName: 'DatagramTooLong',
  message: `A datagram is longer than ${maxBytes} bytes`,
  causes: ['The sender puts more into a datagram than expected'],
  resolutions: ['Raise the longest datagram of the source', 'Configure the sender to use TCP'],
});

const SPACE = 0x20;

function trimEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1]! < SPACE) end--;
  return bytes.subarray(0, end);
}

function getLineLength(bytes: Buffer): number {
  const end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  return end > 0 && end < bytes.length && bytes[end - 1] === RETURN ? end - 1 : end;
}

export const udpSource: SourceComponent = {
  read: ({ split }) =>
    split === 'datagram' ? (batch, payload) => void batch.appendRaw(payload) : appendLine,
  async start(input, context) {
    let config = udpSchema.parse(input);
    const feeder = new Feeder(context, () => {});
    const { address, port, permittedSenders, maxMessageBytes } = config;
    const longLines = new LongLines(config.longLines, datagramTooLong(maxMessageBytes), context);
    const takeWhole = (bytes: Buffer, sender: Sender): number => {
      const length = getLineLength(bytes);
      if (length > 0) feeder.addText(bytes.subarray(0, length), bytes.length, sender);
      return length > 0 ? 1 : 0;
    };
    const takeLines = (bytes: Buffer, sender: Sender): number => {
      const lines = bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, LINE_END]);
      return feeder.addLines(lines, 0, lines.length, sender);
    };
    const server = new DatagramServer(
      {
        address,
        port,
        permittedSenders,
        maxMessageBytes,
        waitingBytes: () => feeder.waitingBytes,
        take: (datagram, sender) => {
          const bytes = config.trimEnd ? trimEnd(datagram) : datagram;
          const count = config.split === 'lines' ? takeLines(bytes, sender) : takeWhole(bytes, sender);
          context.senders?.took(sender.address, count);
        },
        takeLong: (head, length, sender) => {
          feeder.addLong(longLines, head, { payloadBytes: length, rawBytes: length }, sender);
          context.senders?.took(sender.address, 1);
        },
      },
      context,
    );
    await server.listen();
    return {
      async stop() {
        await server.stop();
        await feeder.stop(STOP_GRACE_MS);
      },
      async update(changed) {
        const next = udpSchema.parse(changed);
        if (!isSameListener(config, next, ['maxMessageBytes', 'longLines'])) return false;
        server.setSenders(next.permittedSenders);
        config = next;
        return true;
      },
    };
  },
};
