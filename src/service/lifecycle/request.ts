import { canDo, eventOfAction } from '../../../machines/pipeline-lifecycle/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import type { RemoteEngines } from '../remote-engines/remote-engines.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { storeRequested } from './deployments.ts';
import { lifecycleRow, storeEvent } from './transitions.ts';

/** What an inactive site still lets be done. */
const WITHOUT_ENGINE: readonly PipelineAction[] = ['DELETE', 'CANCEL'];

const INVALID_VERSION = 'Invalid Graph version received or invalid pipeline id';

export type RequestedAction = {
  action: PipelineAction;
  /** Counts for DEPLOY. */
  graphVersion: number;
  /** Starts every node anew, unchanged ones too (R4-69). */
  isForced?: boolean | undefined;
  /** E-mail of who asks. */
  by: string;
  /** Why the engine of the site cannot be told now. */
  remoteEngines: Pick<RemoteEngines, 'reasonAgainst'>;
  /** Unix milliseconds. */
  now: number;
};

/**
 * Accepts or refuses an action of a person, as the lifecycle machine says, and stores it as pending.
 * @throws ContractError ACTION_REFUSED with the guard's reason.
 */
export async function requestAction(
  tx: Repositories,
  row: PipelineRow,
  { action, graphVersion, isForced = false, by, now, remoteEngines }: RequestedAction,
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
  const site = WITHOUT_ENGINE.includes(action) ? undefined : await tx.sites.find(row.site_id);
  if (site && site.status !== 'ACTIVE') {
    const message = `Site '${site.name}' is inactive and runs nothing; activate it under Settings, Sites first`;
    throw new ContractError('ACTION_REFUSED', message, {
      details: [{ field: 'action', rule: 'site_active', message }],
    });
  }
  const wasDeployed = row.deployed_graph_version > 0;
  const where = action === 'CANCEL' ? undefined : await tx.sites.find(row.site_id);
  const reason = where && remoteEngines.reasonAgainst(where, { isDelete: action === 'DELETE', wasDeployed });
  if (reason !== undefined) {
    throw new ContractError('ACTION_REFUSED', reason, {
      details: [{ field: 'action', rule: 'engine_connected', message: reason }],
    });
  }
  if (action === 'DEPLOY') await storeRequested(tx, row, { version: graphVersion, isForced, by, now });
  return storeEvent(tx, row, eventOfAction(action, graphVersion));
}
