import type { Batch } from '../../../event/batch.ts';
import { connectionProblem } from '../../shared/outbound/problems.ts';
import { listLiveEvents } from '../../shared/outbound/request-sink.ts';
import { StreamConnection } from '../../shared/outbound/stream-connection.ts';
import { tlsOptions } from '../../shared/outbound/tls.ts';
import { type ComponentProblem, RetryableError, type SinkComponent, type SinkReceipt } from '../../types.ts';
import { Datagrams, MAX_DATAGRAM_BYTES } from './datagrams.ts';
import { messageWriter } from './message.ts';
import { type SyslogOutConfig, syslogOutSchema } from './schema.ts';

const NEWLINES = /[\r\n]+/g;

const tooLong: ComponentProblem = {
  errorName: 'MessageTooLong',
  message: `A message is longer than a datagram can be (${MAX_DATAGRAM_BYTES} bytes)`,
  causes: ['The event is that large'],
  resolutions: ['Send over TCP instead', 'Remove fields before the destination'],
};

type Message = { readonly event: number; readonly bytes: Buffer };

function framed(messages: readonly Message[], framing: SyslogOutConfig['framing']): Buffer {
  const parts = messages.flatMap(({ bytes }) =>
    framing === 'newline' ? [bytes, Buffer.from('\n')] : [Buffer.from(`${bytes.length} `), bytes],
  );
  return Buffer.concat(parts);
}

/** Syslog has no answers: a batch counts as written once the system accepted it. */
export const syslogOutSink: SinkComponent = {
  form: ({ format }) => (format === 'json' ? 'json' : 'text'),
  async open(input, context) {
    const config = syslogOutSchema.parse(input);
    const { host, port, transport, framing } = config;
    const write = messageWriter(config);
    const oneLine = transport !== 'udp' && framing === 'newline';
    const tls = transport === 'tls' ? tlsOptions(config) : null;
    const timeoutMs = config.timeoutSeconds * 1000;
    const stream = new StreamConnection({ host, port, tls, timeoutMs, signal: context.signal });
    const datagrams = new Datagrams(host, port);

    const writeMessages = (batch: Batch): Message[] =>
      listLiveEvents(batch).map((event) => {
        const text = write(batch, event);
        return { event, bytes: Buffer.from(oneLine ? text.replaceAll(NEWLINES, ' ') : text) };
      });
    const send = async (batch: Batch): Promise<SinkReceipt> => {
      const all = writeMessages(batch);
      const fits = ({ bytes }: Message) => transport !== 'udp' || bytes.length <= MAX_DATAGRAM_BYTES;
      const messages = all.filter(fits);
      if (transport === 'udp') await datagrams.send(messages.map(({ bytes }) => bytes));
      else await stream.write(framed(messages, framing));
      const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
      if (messages.length === all.length) return { bytes };
      const refused = all.filter((message) => !fits(message));
      return { bytes, refused: refused.map(({ event }) => ({ event, problem: tooLong })) };
    };
    return {
      batching: config.batch,
      async write(batch) {
        try {
          return await send(batch);
        } catch (error) {
          const problem = connectionProblem(error, { host: `${host}:${port}`, hostname: host });
          throw new RetryableError(problem, { cause: error });
        }
      },
      async close() {
        await stream.close();
        await datagrams.close();
      },
    };
  },
};
