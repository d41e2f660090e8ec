import { z } from 'zod';
import { isSuccess, RequestSender, toDeliveryError } from '../../shared/outbound/request-sender.ts';
import { requestSink } from '../../shared/outbound/request-sink.ts';
import type { ComponentProblem, SinkComponent } from '../../types.ts';
import { readRejection, statusText } from './protobuf.ts';
import { exportWriter } from './records.ts';
import { otlpHttpSchema } from './schema.ts';

const partial = z.object({
  partialSuccess: z.object({
    rejectedLogRecords: z.coerce.number().default(0),
    errorMessage: z.string().default(''),
  }),
});

function rejection(text: string): { count: number; reason: string } | null {
  try {
    const { rejectedLogRecords: count, errorMessage: reason } = partial.parse(
      JSON.parse(text),
    ).partialSuccess;
    return count > 0 ? { count, reason } : null;
  } catch {
    return null;
  }
}

const rejectedSome = (host: string, count: number, of: number, reason: string): ComponentProblem => ({
  errorName: 'RecordsRejected',
  message: `${host} rejected ${count} of ${of} log records of a request, and does not say which: ${reason}`,
  causes: ['The receiver does not accept the content of some records'],
  resolutions: [
    'All records of such a request are dead letters, as the protocol forbids sending them again: compare them with what the receiver has',
    'Make requests smaller, so that fewer events become dead letters',
  ],
});

/**
 * OTLP forbids retrying a partially rejected request, so all its events become dead letters:
 * https://opentelemetry.io/docs/specs/otlp/#partial-success
 */
export const otlpHttpSink: SinkComponent = {
  sendsIds: (config) => otlpHttpSchema.parse(config).eventId,
  async open(input, context) {
    const config = otlpHttpSchema.parse(input);
    const url = new URL(config.url);
    if (url.pathname === '/') url.pathname = '/v1/logs';
    const isProtobuf = config.encoding === 'protobuf';
    const headers = { 'content-type': isProtobuf ? 'application/x-protobuf' : 'application/json' };
    return requestSink({
      config,
      sender: new RequestSender({ url, headers }, config, context),
      body: exportWriter(config),
      receipt(answer, { bytes, events }) {
        if (!isSuccess(answer))
          throw toDeliveryError(isProtobuf ? { ...answer, text: statusText(answer.bytes) } : answer, url);
        const rejected = isProtobuf ? readRejection(answer.bytes) : rejection(answer.text);
        if (!rejected) return { bytes };
        const problem = rejectedSome(url.host, rejected.count, events.length, rejected.reason);
        return { bytes: 0, refused: events.map((event) => ({ event, problem })) };
      },
    });
  },
};
