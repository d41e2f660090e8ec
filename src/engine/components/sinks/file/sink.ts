import { realpath } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import type { Batch } from '../../../event/batch.ts';
import { Output } from '../../../event/output.ts';
import { requireInRoots } from '../../shared/files/real-roots.ts';
import { LogFile } from '../../shared/log-file.ts';
import { ARCHIVE_FOLDER, ARCHIVE_TIME, archiveColumns } from '../../shared/objects/archive.ts';
import { addEventIds } from '../../shared/outbound/event-id.ts';
import { addOrigins } from '../../shared/outbound/origin.ts';
import { sendsEventIds, sendsOrigin } from '../../shared/parquet/fields.ts';
import { getErrorCode } from '../../shared/system-errors.ts';
import {
  ComponentError,
  RetryableError,
  type RunningSink,
  type SinkComponent,
  type SinkContext,
} from '../../types.ts';
import { openFiles } from './files.ts';
import { fileProblem, HOPELESS } from './problems.ts';
import { rehearseFile } from './rehearsal.ts';
import { type FileConfig, fileSchema } from './schema.ts';

const PERIODS = { never: undefined, hour: 3_600_000, day: 86_400_000 };
/** Larger outputs are freed. */
const KEEP_OUTPUT_BYTES = 8 << 20;

/** Resolves links, so that a file has one path; unchanged while its folder does not exist. */
async function canonical(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch {
    return realpath(dirname(full)).then(
      (folder) => join(folder, basename(full)),
      () => full,
    );
  }
}

async function openLines(config: FileConfig, context: SinkContext): Promise<RunningSink> {
  const path = resolve(config.path);
  await requireInRoots(path);
  await context.reserve(`file:${await canonical(path)}`);
  const sendsIds = sendsEventIds(config);
  const hasOrigin = sendsOrigin(config);
  const isJson = config.format === 'ndjson';
  const { maxFileBytes: maxBytes, keepFiles, compression } = config;
  const failed = (error: unknown) => context.report(fileProblem(error, `${path}.1`));
  const periodMs = PERIODS[config.rotateEvery];
  const file = new LogFile({
    path,
    maxBytes,
    keepFiles,
    periodMs,
    isJson,
    mode: 0o640,
    compression,
    failed,
  });
  let output = new Output();
  try {
    await file.openNow();
  } catch (error) {
    const problem = fileProblem(error, path);
    if (HOPELESS.has(getErrorCode(error))) throw new ComponentError(problem, { cause: error });
    context.report(problem);
  }
  const written = (batch: Batch) => {
    if (output.bytes.length > KEEP_OUTPUT_BYTES) output = new Output();
    output.clear();
    const events = isJson ? batch.writeNdjson(output) : batch.writeText(output);
    return { lines: output.view(), events };
  };
  return {
    batching: config.batch,
    async write(batch) {
      if (sendsIds) addEventIds(batch);
      if (hasOrigin) addOrigins(batch);
      const { lines, events } = batch.standingLines(isJson) ?? written(batch);
      try {
        await file.append(lines);
      } catch (error) {
        throw new RetryableError(fileProblem(error, path), { cause: error });
      }
      return { bytes: lines.length - events };
    },
    close: () => file.close(),
  };
}

/** Each batch is durable before it is reported as written. */
export const fileSink: SinkComponent = {
  sendsIds: (config) => sendsEventIds(fileSchema.parse(config)),
  form: ({ format }) => (format === 'text' ? 'text' : 'json'),
  rehearse: rehearseFile,
  async open(input, context) {
    const config = fileSchema.parse(input);
    if (config.format !== 'parquet') return openLines(config, context);
    const path = resolve(config.path);
    await requireInRoots(path);
    const { ext, name } = parse(path);
    return openFiles(config, context, {
      root: dirname(path),
      resource: `file:${await canonical(path)}`,
      stem: ext === '.parquet' ? `${name}-` : `${basename(path)}-`,
      prefix: '',
    });
  },
  async openArchive(input, context) {
    const config = fileSchema.parse(input);
    const root = dirname(resolve(config.path));
    await requireInRoots(root);
    const format = config.format === 'parquet' ? 'parquet' : 'ndjson';
    return openFiles({ ...config, format, eventId: false, origin: false }, context, {
      root,
      resource: `archive folder:${await canonical(root)}`,
      stem: '',
      prefix: ARCHIVE_FOLDER,
      timeField: ARCHIVE_TIME,
      columns: archiveColumns(config),
    });
  },
};
