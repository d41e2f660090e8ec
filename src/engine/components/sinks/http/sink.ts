import { writeBody } from '../../shared/outbound/body.ts';
import { addEventIds } from '../../shared/outbound/event-id.ts';
import { isSuccess, RequestSender, toDeliveryError } from '../../shared/outbound/request-sender.ts';
import { requestSink } from '../../shared/outbound/request-sink.ts';
import type { SinkComponent } from '../../types.ts';
import { httpSchema } from './schema.ts';

const TYPES = { json: 'application/json', ndjson: 'application/x-ndjson' };

/** 2xx accepts a batch. A batch refused for its content (or with 413) is split by the caller. */
export const httpSink: SinkComponent = {
  sendsIds: (config) => httpSchema.parse(config).eventId,
  async open(input, context) {
    const config = httpSchema.parse(input);
    const url = new URL(config.url);
    const headers = { 'content-type': TYPES[config.encoding] };
    return requestSink({
      config,
      sender: new RequestSender({ url, method: config.method, headers }, config, context),
      standing(batch) {
        if (config.eventId || config.encoding !== 'ndjson') return null;
        const standing = batch.standingLines(true);
        return (
          standing && { body: standing.lines, written: { bytes: standing.lines.length - standing.events } }
        );
      },
      body: (batch, output) => {
        if (config.eventId) addEventIds(batch);
        return { bytes: writeBody(batch, config.encoding, output) };
      },
      receipt(answer, { bytes }) {
        if (!isSuccess(answer)) throw toDeliveryError(answer, url);
        return { bytes };
      },
    });
  },
};
