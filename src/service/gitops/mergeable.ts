import { deletes } from '../../contract/calls/define.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import { isChanged, type PipelinePart, type RequestParts } from './apply-request.ts';
import { readChange } from './entities.ts';
import type { Person } from './raise.ts';
import { requireChangeable } from './requested-connection.ts';
import { requirePassingSamples } from './trial.ts';

export type MergeRequest = { squash: boolean; by: Person; now: number };

/** Whoever merges a deletion needs what deleting it directly needs. */
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
 * Whoever merges needs what doing it directly needs, and pinned samples have to pass.
 * @throws ContractError FORBIDDEN or ACTION_REFUSED
 */
export async function requireMergeable(
  services: Services,
  { pipelines, connections }: RequestParts,
  siteId: string,
): Promise<void> {
  const { store } = services;
  for (const { of, kind } of connections) requireChangeable(services, kind, readChange(of), siteId);
  requireDeletablePipelines(services, pipelines, siteId);
  for (const { of, text } of pipelines.filter(isChanged)) {
    const [stored] = await readStoredPipelines(store, [await requirePipeline(store, of.pipeline_id)]);
    const transforms = stored?.transforms ?? [];
    await requirePassingSamples(services, text, { pipelineId: of.pipeline_id, siteId, transforms });
  }
}
