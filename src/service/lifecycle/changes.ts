import type { PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatProblem, toEngineProblem } from '../engine-problems.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import { toPlanMode } from './plan.ts';
import type { Running } from './running.ts';

/** A change of connections or files, tried on what runs before it is stored. */
export type Change<T> = {
  pipelineIds: string[];
  nodes: readonly NodeRow[];
  assets?: readonly AssetRow[];
  store: () => Promise<T>;
};

/**
 * Applies a change to every affected pipeline, then stores it. A refusal reverts the others.
 * @throws ContractError CONFLICT
 */
export async function applyChange<T>({ tools, run }: Running, change: Change<T>): Promise<T> {
  const changed: PipelineRow[] = [];
  const apply = async (row: PipelineRow, overrides?: readonly NodeRow[], assets?: readonly AssetRow[]) => {
    const mode = toPlanMode(row.status as PipelineStatus);
    if (mode) await run(row, row.deployed_graph_version, mode, { overrides, assets });
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
    (row) => row.deployed_graph_version > 0 && toPlanMode(row.status as PipelineStatus),
  );
  for (const row of affected) {
    try {
      await apply(row, change.nodes, change.assets);
      changed.push(row);
    } catch (error) {
      await putBack();
      throw new ContractError('CONFLICT', formatProblem(toEngineProblem(error)), {
        details: [
          {
            field: change.assets && change.nodes.length === 0 ? 'file' : 'config',
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
