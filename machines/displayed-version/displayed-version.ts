import type { PendingAction, PipelineStatus } from '../../src/contract/enums.ts';
import { VERSION_DROPDOWN_COUNT } from '../../src/contract/limits.ts';
import { isInAction, isNewUndeployed } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';

type VersionFacts = {
  status: PipelineStatus;
  pendingAction: PendingAction;
  deployedGraphVersion: number;
  latestGraphVersion: number;
  pendingGraphVersion: number;
};

/**
 * Graph version on screen, first match first: the user's choice, the latest of a pipeline that was never
 * deployed, the pending one in edit mode or during an action, the deployed one. 0 is none.
 */
export function chooseDisplayedVersion(
  row: VersionFacts,
  isEditing: boolean,
  chosen: number | undefined,
): number {
  if (chosen !== undefined) return chosen;
  if (isNewUndeployed(row)) return row.latestGraphVersion;
  if ((isEditing || isInAction(row)) && row.pendingGraphVersion > 0) return row.pendingGraphVersion;
  return row.deployedGraphVersion;
}

/** `v3 - name`, or `v3` without a name; `v0` when nothing is deployed. */
export const formatVersionLabel = (version: number, name = ''): string =>
  version > 0 && name !== '' ? `v${version} - ${name}` : `v${version}`;

export const sortNewestFirst = <Version extends { version: number }>(
  versions: readonly Version[],
): Version[] => [...versions].sort((a, b) => b.version - a.version).slice(0, VERSION_DROPDOWN_COUNT);

/** Undefined unless it is a whole number above 0. */
export function parseVersion(payload: unknown): number | undefined {
  const number = typeof payload === 'string' && payload.trim() !== '' ? Number(payload) : payload;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}
