import * as z from 'zod/mini';
import { configSchema, timeSchema } from '../entities/common.ts';
import { idSchema } from '../ids.ts';
import { countSchema } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

export const TEST_EVENTS_MAX = 10;
export const TEST_EVENT_MAX_LENGTH = 100_000;

const subject = {
  siteId: idSchema('site'),
  templateId: z.string().check(z.minLength(1, 'Type is required')),
  id: z.optional(idSchema('node')),
  config: configSchema,
};

const resultSchema = z.object({
  problem: z.nullable(
    z.object({
      errorName: z.string(),
      message: z.string(),
      causes: z.array(z.string()),
      resolutions: z.array(z.string()),
    }),
  ),
  /** `POST https://host/path`, status, start of the body. */
  answers: z.array(z.object({ request: z.string(), status: z.string(), body: z.string() })),
  findings: z.array(z.object({ label: z.string(), value: z.string() })),
  elapsedMilliseconds: z.number(),
});
export type ConnectionTestResult = z.infer<typeof resultSchema>;

const senderSchema = z.object({
  address: z.string(),
  /** First contact since the sender was last away. */
  since: timeSchema,
  /** Empty time when connected but silent. */
  lastEvent: timeSchema,
  events: countSchema,
  connections: z.int(),
});

export const connectionTestCalls = {
  listSourceSenders: defineCall({
    method: 'GET',
    path: '/v1/source/{id}/senders',
    summary: 'Current senders of a source by address, most recently heard first, at most 50.',
    access: reads('SOURCES'),
    pathParameters: z.object({ id: idSchema('node') }),
    response: z.object({ senders: z.array(senderSchema), count: z.int() }),
  }),
  testSource: defineCall({
    method: 'POST',
    path: '/v1/source/test',
    summary: 'Check what a source needs: ports that can be opened, files that match. No events are received.',
    access: writes('SOURCES'),
    changesNothing: true,
    body: z.strictObject({ source: z.strictObject(subject) }),
    response: z.object({ result: resultSchema }),
  }),
  testSink: defineCall({
    method: 'POST',
    path: '/v1/sink/test',
    summary:
      'Send marked events (`penstock_test`) to a destination once, bypassing its buffer, and return its answer.',
    access: writes('SINKS'),
    changesNothing: true,
    body: z.strictObject({
      sink: z.strictObject(subject),
      /** JSON objects or lines; a built-in example by default. */
      events: z.optional(
        z
          .array(z.string().check(z.minLength(1), z.maxLength(TEST_EVENT_MAX_LENGTH)))
          .check(z.minLength(1), z.maxLength(TEST_EVENTS_MAX)),
      ),
    }),
    response: z.object({
      result: resultSchema,
      events: z.array(z.string()),
    }),
  }),
};
