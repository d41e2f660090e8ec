import type { PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { problemText } from '../analytics/errors.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import { modeOf } from './plan.ts';
import { problemOf, type Running } from './running.ts';

/** A change of sources and sinks, or of a file, to be tried on what runs before it is stored. */
export type Change<T> = {
  pipelineIds: string[];
  nodes: readonly NodeRow[];
  asset?: AssetRow;
  store: () => Promise<T>;
};

/**
 * Applies a change to every deployed pipeline that is concerned, then stores it; when one refuses, those
 * changed are put back and nothing is stored.
 * @throws ContractError CONFLICT
 */
export async function applyChange<T>({ tools, run }: Running, change: Change<T>): Promise<T> {
  const changed: PipelineRow[] = [];
  const apply = async (row: PipelineRow, overrides?: readonly NodeRow[], asset?: AssetRow) => {
    const mode = modeOf(row.status as PipelineStatus);
    if (mode) await run(row, row.deployed_graph_version, mode, { overrides, asset });
  };
  const putBack = async () => {
    for (const row of changed) {
      await apply(row).catch((error: unknown) =>
        tools.log.error({ err: error }, 'putting a pipeline back failed'),
      );
    }
  };
  const { rows } =
    change.pipelineIds.length === 0
      ? { rows: [] }
      : await tools.store.pipelines.list({ ids: change.pipelineIds });
  const affected = rows.filter(
    (row) => row.deployed_graph_version > 0 && modeOf(row.status as PipelineStatus),
  );
  for (const row of affected) {
    try {
      await apply(row, change.nodes, change.asset);
      changed.push(row);
    } catch (error) {
      await putBack();
      throw new ContractError('CONFLICT', problemText(problemOf(error)), {
        details: [
          {
            field: change.asset ? 'file' : 'config',
            rule: 'engine_refused',
            message: `'${row.name}' cannot run with this`,
          },
        ],
      });
    }
  }
  try {
    return await change.store();
  } catch (error) {
    await putBack();
    throw error;
  }
}
