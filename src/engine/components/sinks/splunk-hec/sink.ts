import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../../shared/outbound/http-client.ts';
import { isSuccess, RequestSender, toDeliveryError } from '../../shared/outbound/request-sender.ts';
import { requestSink } from '../../shared/outbound/request-sink.ts';
import { type ComponentProblem, RetryableError, type SinkComponent } from '../../types.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { eventBody, rawBody } from './body.ts';
import { type SplunkHecConfig, splunkHecSchema } from './schema.ts';

const taken = z.object({ ackId: z.number().optional() });
const indexed = z.object({ acks: z.record(z.string(), z.boolean()) });
const said = z.object({ text: z.string(), code: z.number() });

/** Codes of a 400 caused by token or destination settings, not by events. */
const SETTINGS = new Set([7, 10, 11, 14]);

function read<T>(schema: z.ZodType<T>, { text }: Answer): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const settingsProblem = (host: string, text: string): ComponentProblem => ({
  errorName: 'SplunkSettings',
  message: `${host} refuses the settings of the destination: ${text}`,
  causes: [
    'The index does not exist, or the token may not write to it',
    'Acknowledgement is off for the token',
  ],
  resolutions: [
    'Correct the index or the token: sending continues automatically',
    'Turn off waiting for indexing',
  ],
});

const noAckId: ComponentProblem = {
  errorName: 'AcknowledgementOff',
  message: 'Splunk accepted events without an acknowledgement id, so it is unknown when they are indexed',
  causes: ['Acknowledgement is turned off for the token'],
  resolutions: ['Turn it on for the token in Splunk', 'Turn off waiting for indexing here'],
};

function failure(answer: Answer, url: URL): Error {
  const reason = answer.status === 400 ? read(said, answer) : null;
  if (reason && SETTINGS.has(reason.code)) return new RetryableError(settingsProblem(url.host, reason.text));
  return toDeliveryError(answer, url);
}

/** Uses the collector's path unless the configured URL has one. */
function buildUrl({ url, endpoint, index, source, sourcetype, host }: SplunkHecConfig): URL {
  const full = new URL(url);
  if (full.pathname === '/') full.pathname = `/services/collector/${endpoint}`;
  if (endpoint === 'raw')
    for (const [name, value] of Object.entries({ index, source, sourcetype, host }))
      if (value !== undefined) full.searchParams.set(name, value);
  return full;
}

/**
 * With acknowledgement, a batch counts as written once Splunk has indexed it.
 * https://docs.splunk.com/Documentation/Splunk/latest/Data/AboutHECIDXAck
 */
export const splunkHecSink: SinkComponent = {
  sendsIds: (input) => {
    const { eventId, endpoint } = splunkHecSchema.parse(input);
    return eventId && endpoint === 'event';
  },
  form: ({ endpoint }) => (endpoint === 'raw' ? 'text' : 'json'),
  async open(input, context) {
    const config = splunkHecSchema.parse(input);
    const url = buildUrl(config);
    const channel = randomUUID();
    const headers = {
      'content-type': config.endpoint === 'raw' ? 'text/plain' : 'application/json',
      authorization: `Splunk ${config.token}`,
      'x-splunk-request-channel': channel,
    };
    const sender = new RequestSender({ url, headers, maxAnswerBytes: 1 << 20 }, config, context);
    const ackUrl = new URL(`/services/collector/ack?channel=${channel}`, url);
    const ask = async (acks: number[]): Promise<Set<number>> => {
      const answer = await sender.sendAsIs(Buffer.from(JSON.stringify({ acks })), { url: ackUrl });
      const states = Object.entries(read(indexed, answer)?.acks ?? {});
      return new Set(states.filter(([, isIndexed]) => isIndexed).map(([id]) => Number(id)));
    };
    const acknowledgements = new Acknowledgements(ask, config.ackTimeoutSeconds * 1000, context.signal);
    return requestSink({
      config,
      sender,
      body: config.endpoint === 'raw' ? rawBody : eventBody(config),
      async receipt(answer, { bytes }) {
        if (!isSuccess(answer)) throw failure(answer, url);
        if (config.acks) {
          const id = read(taken, answer)?.ackId;
          if (id === undefined) throw new RetryableError(noAckId);
          await acknowledgements.indexed(id);
        }
        return { bytes };
      },
    });
  },
};
