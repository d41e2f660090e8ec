import type { Batch } from '../../../event/batch.ts';
import { connectionProblem } from '../../shared/outbound/problems.ts';
import { listLiveEvents } from '../../shared/outbound/request-sink.ts';
import { tlsOptions } from '../../shared/outbound/tls.ts';
import { type ComponentProblem, RetryableError, type SinkComponent, type SinkReceipt } from '../../types.ts';
import { messageWriter } from '../syslog-out/message.ts';
import { RelpFailure, RelpLink } from './link.ts';
import { messageRefused } from './problems.ts';
import { relpSinkSchema } from './schema.ts';

const ACCEPTED = /^200( |$)/;

/** Acknowledged messages count as written; only the others are resent. */
export const relpSink: SinkComponent = {
  form: ({ format }) => (format === 'json' ? 'json' : 'text'),
  async open(input, context) {
    const config = relpSinkSchema.parse(input);
    const { host, port, window } = config;
    const shown = `${host}:${port}`;
    const write = messageWriter(config);
    const tls = config.tls ? tlsOptions(config) : null;
    const timeoutMs = config.timeoutSeconds * 1000;
    const link = new RelpLink({ host, port, tls, timeoutMs, signal: context.signal, window, shown });

    const explain = (error: unknown): ComponentProblem =>
      error instanceof RelpFailure
        ? error.problem
        : connectionProblem(error, { host: shown, hostname: host });

    const send = async (batch: Batch): Promise<SinkReceipt> => {
      const events = listLiveEvents(batch);
      const messages = events.map((event) => Buffer.from(write(batch, event)));
      const { answers, error } = await link.send(messages);
      const refused: { event: number; problem: ComponentProblem }[] = [];
      const later: number[] = [];
      let bytes = 0;
      for (const [i, event] of events.entries()) {
        const answer = answers[i] ?? null;
        if (answer === null) later.push(event);
        else if (ACCEPTED.test(answer)) bytes += messages[i]!.length;
        else refused.push({ event, problem: messageRefused(shown, answer) });
      }
      if (later.length === 0) return { bytes, refused };
      const problem = explain(error);
      if (later.length === events.length) throw new RetryableError(problem, { cause: error });
      return { bytes, refused, later: { events: later, problem } };
    };
    return { batching: config.batch, write: send, close: () => link.close() };
  },
};
