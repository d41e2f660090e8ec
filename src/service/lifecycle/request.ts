import { canDo, toLifecycleEvent } from '../../../machines/pipeline-lifecycle/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import type { CollectorSites } from '../collector-sites/collector-sites.ts';
import type { RemoteEngines } from '../remote-engines/remote-engines.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { storeRequested } from './deployments.ts';
import { storeEvent, toLifecycleRow } from './transitions.ts';

/** Allowed on an inactive site. */
const WITHOUT_ENGINE: readonly PipelineAction[] = ['DELETE', 'CANCEL'];

const INVALID_VERSION = 'Invalid Graph version received or invalid pipeline id';

type RequestedAction = {
  action: PipelineAction;
  graphVersion: number;
  /** Restarts unchanged nodes too. */
  isForced?: boolean | undefined;
  /** Email. */
  by: string;
  remoteEngines: Pick<RemoteEngines, 'reasonAgainst'>;
  collectorSites: Pick<CollectorSites, 'reasonAgainst' | 'requireRenderable'>;
  now: number;
};

/**
 * Stores an action as pending if the lifecycle machine accepts it.
 * @throws ContractError ACTION_REFUSED with the guard's reason
 */
export async function requestAction(
  tx: Repositories,
  row: PipelineRow,
  { action, graphVersion, isForced = false, by, now, remoteEngines, collectorSites }: RequestedAction,
): Promise<PipelineRow> {
  const lifecycle = toLifecycleRow(row);
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
  const wanted = { isDelete: action === 'DELETE', wasDeployed };
  const reason =
    where && (remoteEngines.reasonAgainst(where, wanted) ?? collectorSites.reasonAgainst(where, wanted));
  if (reason !== undefined) {
    throw new ContractError('ACTION_REFUSED', reason, {
      details: [{ field: 'action', rule: 'engine_connected', message: reason }],
    });
  }
  if (action === 'DEPLOY' && where?.engine === 'collectors')
    await collectorSites.requireRenderable(tx, row, graphVersion);
  if (action === 'DEPLOY') await storeRequested(tx, row, { version: graphVersion, isForced, by, now });
  return storeEvent(tx, row, toLifecycleEvent(action, graphVersion));
}
