import type { TransformInput } from '../../contract/entities/node.ts';
import { ContractError } from '../../contract/errors.ts';
import { fileFaults } from '../files/named.ts';
import { invalid } from '../http/input.ts';
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
  const siteOf = new Map<string, string>();
  for (const [index, input] of inputs.entries()) {
    if (!siteOf.has(input.pipelineId)) {
      const pipeline = await tx.pipelines.find(input.pipelineId);
      if (!pipeline || pipeline.status === 'DELETED') throw notFound('pipeline', input.pipelineId);
      siteOf.set(input.pipelineId, pipeline.site_id);
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
    const { templateId } = input;
    const faults = await fileFaults(
      catalogue,
      tx,
      { templateId, config },
      siteOf.get(input.pipelineId) ?? '',
    );
    if (faults.length > 0)
      throw invalid(faults.map((fault) => ({ ...fault, field: `${field}.config.${fault.field}` })));
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
