import type { TransformInput } from '../../contract/entities/node.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { TransformRow } from '../store/schema.ts';
import { notFound, validConfig } from './checks.ts';
import { configOf } from './rows.ts';

/**
 * Stores transforms of pipelines; an edited one names its lineage and keeps secrets sent as `{set: true}`.
 * @returns rows in the order sent (R7-60).
 */
export async function createTransforms(
  services: Services,
  tx: Repositories,
  inputs: readonly TransformInput[],
  now: number,
): Promise<TransformRow[]> {
  const { catalogue, sealer, ids } = services;
  const rows: TransformRow[] = [];
  const seenPipelines = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    if (!seenPipelines.has(input.pipelineId)) {
      const pipeline = await tx.pipelines.find(input.pipelineId);
      if (!pipeline || pipeline.status === 'DELETED') throw notFound('pipeline', input.pipelineId);
      seenPipelines.add(input.pipelineId);
    }
    const field = `transforms.${index}`;
    const former = input.lineageId ? await tx.transforms.findNewest(input.lineageId) : undefined;
    if (input.lineageId && former?.pipeline_id !== input.pipelineId) {
      const message = `There is no transform with the lineage ${input.lineageId} in this pipeline`;
      throw new ContractError('VALIDATION_FAILED', message, {
        details: [{ field: `${field}.lineageId`, rule: 'unknown_lineage', message }],
      });
    }
    const secrets = catalogue.secretFields(input.templateId);
    const stored = former?.template_id === input.templateId ? configOf(former) : {};
    const sent = sealer.keep(input.config, secrets, stored);
    const config = validConfig(services, 'TRANSFORM', input.templateId, sent, field);
    const id = ids('transform');
    rows.push({
      id,
      lineage_id: input.lineageId ?? id,
      pipeline_id: input.pipelineId,
      name: input.name,
      description: input.description,
      template_id: input.templateId,
      config: JSON.stringify(sealer.seal(config, secrets)),
      created_at: now,
    });
  }
  await tx.transforms.insertMany(rows);
  return rows;
}
