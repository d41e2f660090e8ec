import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Batch } from '../../../event/batch.ts';
import { Output } from '../../../event/output.ts';
import { LogFile } from '../../shared/log-file.ts';
import { codeOf } from '../../shared/system-errors.ts';
import { ComponentError, RetryableError, type SinkComponent } from '../../types.ts';
import { fileProblem } from './problems.ts';
import { fileSchema } from './schema.ts';

/** No waiting helps: the path itself is wrong. */
const HOPELESS = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP']);
/** Memory of an output that one large batch made grow is given back. */
const KEEP_OUTPUT_BYTES = 8 << 20;

/** The path as all other paths to the same file resolve; as it is while its folder does not exist. */
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

/** Every batch is on the disk before it is reported as written. */
export const fileSink: SinkComponent = {
  async open(input, context) {
    const config = fileSchema.parse(input);
    const path = resolve(config.path);
    context.claim(`file:${await canonical(path)}`);
    const isJson = config.format === 'ndjson';
    const { maxFileBytes: maxBytes, keepFiles } = config;
    const file = new LogFile({ path, maxBytes, keepFiles, isJson, mode: 0o640 });
    let output = new Output();
    try {
      await file.openNow();
    } catch (error) {
      const problem = fileProblem(error, path);
      if (HOPELESS.has(codeOf(error))) throw new ComponentError(problem, { cause: error });
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
  },
};
