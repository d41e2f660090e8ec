import { renderGraph } from '../../collector/render.ts';
import type { RenderedConfiguration } from '../../contract/entities/fleet-configuration.ts';
import { ContractError } from '../../contract/errors.ts';
import { invalid } from '../http/input.ts';
import { buildPlan } from '../lifecycle/plan.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { toDraft, toRunRefusal } from '../preview/draft.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';

/**
 * With its current connections. Secrets stay here: they become agents' environment variables.
 * @throws ContractError GRAPH_INVALID when the version can no longer run, NOT_FOUND for an unknown one
 */
export async function renderPipeline(
  services: Services,
  tx: Repositories,
  pipeline: PipelineRow,
  graphVersion = pipeline.latest_graph_version,
): Promise<RenderedConfiguration> {
  const { id, name, latest_graph_version: latest } = pipeline;
  if (graphVersion < 1 || graphVersion > latest)
    throw new ContractError(
      'NOT_FOUND',
      latest === 0
        ? `'${name}' has no saved version; save it first`
        : `'${name}' has versions 1 to ${latest}, and no ${graphVersion}`,
    );
  const { sealer, catalogue, content } = services;
  const request = { pipeline, version: graphVersion, mode: 'run' } as const;
  const plan = await buildPlan(tx, { sealer, files: { catalogue, content } }, request).catch(
    (error: unknown) => {
      throw toRunRefusal(error);
    },
  );
  const draft = toDraft(services, plan);
  return { pipelineId: id, pipelineName: name, graphVersion, ...renderGraph({ name, ...draft }) };
}

type MadeFrom = { pipelineId: string; graphVersion: number };

/**
 * The content made from a pipeline.
 * @throws ContractError VALIDATION_FAILED with a detail per node that cannot be rendered
 */
export async function requireRendered(
  services: Services,
  tx: Repositories,
  { pipelineId, graphVersion }: MadeFrom,
  siteId: string,
): Promise<string> {
  const field = 'configuration.fromPipeline';
  const pipeline = await requirePipeline(tx, pipelineId);
  if (pipeline.site_id !== siteId)
    throw invalid([
      { field: `${field}.pipelineId`, rule: 'same_site', message: 'must be a pipeline of the same site' },
    ]);
  const { content, refusals } = await renderPipeline(services, tx, pipeline, graphVersion);
  if (content !== null) return content;
  const details = refusals.map(({ nodeId, name, reason, resolution }) => ({
    field: `${field}.nodes.${nodeId}`,
    rule: 'collector',
    message: `'${name}': ${reason}. ${resolution}`,
  }));
  throw invalid(
    details.length > 0
      ? details
      : [{ field, rule: 'empty', message: 'has no event that reaches a destination' }],
  );
}
