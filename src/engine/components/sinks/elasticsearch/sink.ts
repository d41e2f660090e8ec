import type { Answer } from '../../shared/outbound/http-client.ts';
import { isSuccess, RequestSender, toDeliveryError } from '../../shared/outbound/request-sender.ts';
import { requestSink } from '../../shared/outbound/request-sink.ts';
import { type ComponentProblem, RetryableError, type SinkComponent } from '../../types.ts';
import { bulkWriter } from './body.ts';
import { type BulkAnswer, bulkAnswer, readReceipt } from './items.ts';
import { elasticsearchSchema } from './schema.ts';

/** Parts of the answer to request; it has one entry per event. */
const WANTED = 'errors,items.*.status,items.*.error.type,items.*.error.reason';
const MAX_ANSWER_BYTES = 64 << 20;

const notUnderstood = (host: string): ComponentProblem => ({
  errorName: 'AnswerNotUnderstood',
  message: `${host} answered a bulk request with something other than the result of each event`,
  causes: ['The URL leads to something other than Elasticsearch or OpenSearch', 'A proxy changed the answer'],
  resolutions: ['Check the URL of the destination; sending is retried automatically'],
});

function parse({ text }: Answer, url: URL): BulkAnswer {
  try {
    return bulkAnswer.parse(JSON.parse(text));
  } catch (error) {
    throw new RetryableError(notUnderstood(url.host), { cause: error });
  }
}

/**
 * One bulk request per batch. Each event is accepted, refused or retried separately.
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk
 */
export const elasticsearchSink: SinkComponent = {
  sendsIds: (config) => elasticsearchSchema.parse(config).eventId,
  async open(input, context) {
    const config = elasticsearchSchema.parse(input);
    const url = new URL(config.url);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/_bulk`;
    url.searchParams.set('filter_path', WANTED);
    if (config.pipeline !== undefined) url.searchParams.set('pipeline', config.pipeline);
    const headers = { 'content-type': 'application/x-ndjson', accept: 'application/json' };
    const options = { url, headers, maxAnswerBytes: MAX_ANSWER_BYTES };
    return requestSink({
      config,
      sender: new RequestSender(options, config, context),
      body: bulkWriter(config),
      receipt(answer, bulk) {
        if (!isSuccess(answer)) throw toDeliveryError(answer, url);
        return readReceipt(parse(answer, url), bulk);
      },
    });
  },
};
