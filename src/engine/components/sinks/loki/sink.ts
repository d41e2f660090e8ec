import { Output } from '../../../event/output.ts';
import type { Answer } from '../../shared/outbound/http-client.ts';
import { isSuccess, RequestSender, toDeliveryError } from '../../shared/outbound/request-sender.ts';
import { requestSink } from '../../shared/outbound/request-sink.ts';
import { type ComponentProblem, PermanentError, type SinkComponent } from '../../types.ts';
import { pushWriter } from './body.ts';
import { lokiSchema } from './schema.ts';

/** Loki's messages for outdated lines. It keeps the other lines of the request. */
const TOO_OLD = /out of order|too far behind|timestamp too old|greater than max.*age/i;

const refusedForTime = (host: string, text: string): ComponentProblem => ({
  errorName: 'TimeTooOld',
  message: `${host} refuses events because of their time: ${text.trim().slice(0, 300)}`,
  causes: [
    'Events of one stream arrive late, or out of order',
    'The time field does not hold the time that was meant',
  ],
  resolutions: [
    'Choose to send such events with the current time',
    'Raise reject_old_samples_max_age or allow unordered writes in Loki',
    'Give late senders a label of their own',
  ],
});

/**
 * Loki stores the good lines of a refused request and ignores identical lines of the same time, so a batch
 * can be split and resent without duplicates.
 */
export const lokiSink: SinkComponent = {
  sendsIds: (config) => lokiSchema.parse(config).eventId,
  form: ({ line }) => (line === 'json' ? 'json' : 'text'),
  async open(input, context) {
    const config = lokiSchema.parse(input);
    const url = new URL(config.url);
    if (url.pathname === '/') url.pathname = '/loki/api/v1/push';
    const headers = {
      'content-type': 'application/json',
      ...(config.tenant !== undefined && { 'x-scope-orgid': config.tenant }),
    };
    const sender = new RequestSender({ url, headers }, config, context);
    const write = pushWriter(config);
    const isTooOld = ({ status, text }: Answer) => status === 400 && TOO_OLD.test(text);
    return requestSink({
      config,
      sender,
      body: (batch, output) => write(batch, output),
      async receipt(first, { bytes, events }, batch) {
        let answer = first;
        if (isTooOld(answer) && config.outOfOrder === 'now' && events.length === 1) {
          const output = new Output(1024);
          write(batch, output, true);
          answer = await sender.send(output.view());
        }
        if (isTooOld(answer)) throw new PermanentError(refusedForTime(url.host, answer.text));
        if (!isSuccess(answer)) throw toDeliveryError(answer, url);
        return { bytes };
      },
    });
  },
};
