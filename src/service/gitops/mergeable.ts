import { deletes } from '../../contract/calls/define.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { PipelinePart, RequestParts } from './apply-request.ts';
import { readChange } from './entities.ts';
import type { Person } from './raise.ts';
import { requireChangeable } from './requested-connection.ts';
import { listTried, withRequestedLookups } from './requested-files.ts';
import { requireLookupChangeable } from './requested-lookup.ts';
import { requirePassingSamples } from './trial.ts';

export type MergeRequest = { squash: boolean; by: Person; now: number };

/** Merging a deletion requires the right to delete. */
export function requireDeletablePipelines(
  { caller }: Services,
  parts: readonly PipelinePart[],
  siteId: string,
): void {
  if (!caller || parts.every(({ read }) => read)) return;
  const permitted = permits(caller, deletes('PIPELINES'), siteId);
  if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
}

/**
 * Merging requires the same rights as direct changes, and passing pinned samples.
 * @throws ContractError FORBIDDEN or ACTION_REFUSED
 */
export async function requireMergeable(
  services: Services,
  parts: RequestParts,
  siteId: string,
): Promise<void> {
  const { store } = services;
  const { pipelines, connections, lookups } = parts;
  for (const { of, kind } of connections) requireChangeable(services, kind, readChange(of), siteId);
  for (const { of } of lookups) requireLookupChangeable(services, readChange(of) === 'delete', siteId);
  requireDeletablePipelines(services, pipelines, siteId);
  const tried = await listTried(services, parts);
  await withRequestedLookups(services, lookups, siteId, async (requested) => {
    for (const { pipelineId, text } of tried) {
      const [stored] = await readStoredPipelines(store, [await requirePipeline(store, pipelineId)]);
      const transforms = stored?.transforms ?? [];
      await requirePassingSamples(requested, text, { pipelineId, siteId, transforms });
    }
  });
}
