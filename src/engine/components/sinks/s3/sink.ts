import { ARCHIVE_FOLDER, ARCHIVE_TIME, archiveColumns, fixedPart } from '../../shared/objects/archive.ts';
import { objectEncoder } from '../../shared/objects/encode.ts';
import { objectPlanner } from '../../shared/objects/plan.ts';
import { addEventIds } from '../../shared/outbound/event-id.ts';
import { addOrigins } from '../../shared/outbound/origin.ts';
import { answerProblem } from '../../shared/outbound/problems.ts';
import { isSuccess, RequestSender, retryAfterMs } from '../../shared/outbound/request-sender.ts';
import type { Columns } from '../../shared/parquet/columns.ts';
import { sendsEventIds, sendsOrigin } from '../../shared/parquet/fields.ts';
import { getBucketUrl } from '../../shared/s3/signing.ts';
import {
  type ComponentProblem,
  type LaterEvents,
  RetryableError,
  type RunningSink,
  type SinkComponent,
  type SinkContext,
  type SinkReceipt,
} from '../../types.ts';
import { ObjectWriter } from './put.ts';
import { type S3Config, s3Schema } from './schema.ts';

/** Errors of the object itself. Others may pass once settings or service are fixed. */
const HOPELESS = ['EntityTooLarge', 'KeyTooLongError', 'InvalidURI'];
const CODE = /<Code>([^<]+)<\/Code>/;

function openBucket(config: S3Config, context: SinkContext, columns?: Columns): RunningSink {
  const url = getBucketUrl(config);
  const sender = new RequestSender({ url, headers: {} }, config, context);
  const objects = new ObjectWriter(config, sender);
  const sendsIds = sendsEventIds(config);
  const hasOrigin = sendsOrigin(config);
  const plan = objectPlanner(config.prefix, config.timeField);
  const encode = objectEncoder(config, columns);

  const write = async (batch: Parameters<typeof plan>[0]): Promise<SinkReceipt> => {
    let bytes = 0;
    let stored = 0;
    const refused: { event: number; problem: ComponentProblem }[] = [];
    let later: LaterEvents | undefined;
    const postpone = (events: number[], problem: ComponentProblem, waitMs?: number) => {
      const waiting = [...(later?.events ?? []), ...events];
      later = { events: waiting, problem, retryAfterMs: waitMs };
    };
    if (sendsIds) addEventIds(batch);
    if (hasOrigin) addOrigins(batch);
    for (const { folder, events } of plan(batch)) {
      await encode(batch, events, async (object) => {
        try {
          const answer = await objects.put(folder, object.bytes);
          if (isSuccess(answer)) {
            bytes += object.size;
            stored++;
            return;
          }
          const problem = answerProblem(answer, url);
          const code = CODE.exec(answer.text)?.[1] ?? '';
          if (answer.status === 413 || HOPELESS.includes(code))
            refused.push(...events.map((event) => ({ event, problem })));
          else postpone(events, problem, retryAfterMs(answer));
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          postpone(events, error.problem);
        }
      });
    }
    return { bytes, objects: stored, refused, later };
  };
  return {
    batching: config.batch,
    concurrency: config.concurrency,
    write,
    async close() {
      sender.close();
    },
  };
}

/** Writes each batch as one object per folder; done once stored. */
export const s3Sink: SinkComponent = {
  sendsIds: (config) => sendsEventIds(s3Schema.parse(config)),
  form: ({ format }) => (format === 'text' ? 'text' : 'json'),
  open: async (input, context) => openBucket(s3Schema.parse(input), context),
  async openArchive(input, context) {
    const config = s3Schema.parse(input);
    const root = fixedPart(config.prefix);
    const prefix = root === '' ? ARCHIVE_FOLDER : `${root}/${ARCHIVE_FOLDER}`;
    const format = config.format === 'parquet' ? 'parquet' : 'ndjson';
    return openBucket(
      { ...config, prefix, timeField: ARCHIVE_TIME, format, eventId: false, origin: false },
      context,
      archiveColumns(config),
    );
  },
};
