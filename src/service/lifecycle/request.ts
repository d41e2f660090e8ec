import { canDo, eventOfAction } from '../../../machines/pipeline-lifecycle/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { lifecycleRow, storeEvent } from './transitions.ts';

const INVALID_VERSION = 'Invalid Graph version received or invalid pipeline id';

/**
 * Accepts or refuses an action of a person, as the lifecycle machine says, and stores it as pending.
 * @throws ContractError ACTION_REFUSED with the guard's reason.
 */
export async function requestAction(
  tx: Repositories,
  row: PipelineRow,
  action: PipelineAction,
  graphVersion: number,
): Promise<PipelineRow> {
  const lifecycle = lifecycleRow(row);
  if (action === 'DEPLOY' && graphVersion < 1 && lifecycle.latestGraphVersion > 0) {
    throw new ContractError('VALIDATION_FAILED', INVALID_VERSION, {
      details: [{ field: 'graphVersion', rule: 'required', message: INVALID_VERSION }],
    });
  }
  const allowed = canDo(lifecycle, action, graphVersion);
  if (allowed !== true) {
    throw new ContractError('ACTION_REFUSED', allowed, {
      details: [{ field: 'action', rule: 'lifecycle', message: allowed }],
    });
  }
  return storeEvent(tx, row, eventOfAction(action, graphVersion));
}
