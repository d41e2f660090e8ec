import { join } from 'node:path';
import type { ComponentRegistry } from '../components/types.ts';
import { BatchPool } from './batch-pool.ts';
import { Cells } from './cell.ts';
import { Claims } from './claims.ts';
import { ErrorLog } from './error-log.ts';

/** What all of an engine shares. */
export type EngineParts = {
  readonly siteId: string;
  readonly components: ComponentRegistry;
  readonly pool: BatchPool;
  readonly cells: Cells;
  readonly claims: Claims;
  readonly errors: ErrorLog;
  readonly folders: EngineFolders;
};

/**
 * The engine's part of the data folder, `engine/<siteId>/`:
 * - `checkpoints/<sourceId>`: where a source goes on reading
 * - `buffers/<pipelineId>/<sinkId>/`: segments of a disk buffer
 * - `dead-letter/<pipelineId>.ndjson`: events nobody took
 * - `cache/`: compiled code of the engine's process; may be deleted
 */
export type EngineFolders = {
  readonly checkpoints: string;
  readonly buffers: string;
  readonly deadLetters: string;
};

export function makeParts(dataFolder: string, siteId: string, components: ComponentRegistry): EngineParts {
  const root = join(dataFolder, 'engine', siteId);
  return {
    siteId,
    components,
    pool: new BatchPool(),
    cells: new Cells(),
    claims: new Claims(),
    errors: new ErrorLog(),
    folders: {
      checkpoints: join(root, 'checkpoints'),
      buffers: join(root, 'buffers'),
      deadLetters: join(root, 'dead-letter'),
    },
  };
}
