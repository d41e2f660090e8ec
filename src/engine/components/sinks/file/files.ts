import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../shared/objects/complete-file.ts';
import { objectEncoder } from '../../shared/objects/encode.ts';
import { ObjectNames } from '../../shared/objects/names.ts';
import { objectPlanner } from '../../shared/objects/plan.ts';
import { addEventIds } from '../../shared/outbound/event-id.ts';
import { addOrigins } from '../../shared/outbound/origin.ts';
import type { Columns } from '../../shared/parquet/columns.ts';
import { sendsEventIds, sendsOrigin } from '../../shared/parquet/fields.ts';
import { getErrorCode } from '../../shared/system-errors.ts';
import {
  ComponentError,
  type LaterEvents,
  RetryableError,
  type RunningSink,
  type SinkContext,
} from '../../types.ts';
import { fileProblem, HOPELESS } from './problems.ts';
import type { FileConfig } from './schema.ts';

export type FilesOptions = {
  readonly root: string;
  readonly resource: string;
  readonly stem: string;
  readonly prefix: string;
  readonly timeField?: string;
  readonly columns?: Columns;
};

/**
 * Writes each batch as one complete file per folder, and acknowledges once it is durable under its final
 * name.
 */
export async function openFiles(
  config: FileConfig,
  context: SinkContext,
  options: FilesOptions,
): Promise<RunningSink> {
  const { root, stem } = options;
  await context.reserve(options.resource);
  const sendsIds = sendsEventIds(config);
  const hasOrigin = sendsOrigin(config);
  const plan = objectPlanner(options.prefix, options.timeField);
  const encode = objectEncoder(config, options.columns);
  const names = new ObjectNames();
  const unfinished = join(root, `.penstock-${context.componentId}.part`);
  const ending = config.format === 'parquet' ? '.parquet' : '.ndjson';
  try {
    await mkdir(root, { recursive: true });
    await rm(unfinished, { force: true });
  } catch (error) {
    const problem = fileProblem(error, root);
    if (HOPELESS.has(getErrorCode(error))) throw new ComponentError(problem, { cause: error });
    context.report(problem);
  }
  return {
    batching: config.files,
    async write(batch) {
      let bytes = 0;
      let objects = 0;
      if (sendsIds) addEventIds(batch);
      if (hasOrigin) addOrigins(batch);
      const plans = plan(batch);
      for (const [i, { folder, events }] of plans.entries()) {
        const failed = await encode(batch, events, async (object): Promise<unknown> => {
          const hash = createHash('sha256').update(object.bytes).digest('hex');
          const path = join(root, folder, `${stem}${names.next(hash)}${ending}`);
          try {
            await writeWhole(path, unfinished, object.bytes);
            bytes += object.size;
            objects++;
            return null;
          } catch (error) {
            return error;
          }
        });
        if (failed === null) continue;
        const problem = fileProblem(failed, join(root, folder));
        if (i === 0) throw new RetryableError(problem, { cause: failed });
        const later: LaterEvents = { events: plans.slice(i).flatMap((rest) => rest.events), problem };
        return { bytes, objects, later };
      }
      return { bytes, objects };
    },
    close: () => rm(unfinished, { force: true }).catch(() => {}),
  };
}
