import type { Config } from '../../contract/entities/common.ts';
import type { Transform, TransformInput } from '../../contract/entities/node.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { type ConfigCheck, placeConfigDetails } from '../catalogue.ts';
import { findFileFaults } from '../files/named.ts';
import { invalid } from '../http/input.ts';
import { validateWithKept } from '../kept-secrets.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';

type Sent = { siteId: string; templateId: string; config: Config };

/** Applies defaults and keeps stored secrets. */
async function readConfig(
  { catalogue, sealer }: Services,
  tx: Repositories,
  { siteId, templateId, config }: Sent,
  former: TransformRow | undefined,
): Promise<ConfigCheck> {
  const stored = former?.template_id === templateId ? parseConfig(former) : {};
  const check = validateWithKept(
    { catalogue, sealer },
    { nodeType: 'TRANSFORM', templateId, config },
    stored,
  );
  if (!check.config) return check;
  const details = await findFileFaults(catalogue, tx, { templateId, config: check.config }, siteId);
  return details.length > 0 ? { details } : check;
}

/** What `createTransforms` would refuse. */
export async function findTransformFaults(
  services: Services,
  tx: Repositories,
  { lineageId, ...sent }: Sent & { lineageId?: string | undefined },
): Promise<ErrorDetail[]> {
  const former = lineageId ? await tx.transforms.findNewest(lineageId) : undefined;
  return (await readConfig(services, tx, sent, former)).details ?? [];
}

/**
 * An edited transform names its lineage and keeps secrets sent as `{set: true}`.
 * @returns rows in the order sent
 */
export async function createTransforms(
  services: Services,
  tx: Repositories,
  inputs: readonly TransformInput[],
  now: number,
): Promise<TransformRow[]> {
  const { catalogue, sealer, ids } = services;
  const rows: TransformRow[] = [];
  const siteIds = new Map<string, string>();
  for (const [index, input] of inputs.entries()) {
    if (!siteIds.has(input.pipelineId)) {
      const pipeline = await tx.pipelines.find(input.pipelineId);
      if (!pipeline || pipeline.status === 'DELETED') throw notFound('pipeline', input.pipelineId);
      siteIds.set(input.pipelineId, pipeline.site_id);
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
    const siteId = siteIds.get(input.pipelineId) ?? '';
    const { config, details } = await readConfig(services, tx, { ...input, siteId }, former);
    if (!config) throw invalid(placeConfigDetails(services, 'TRANSFORM', input.templateId, field, details));
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

export function toTransformEntity(services: Services, row: TransformRow, includeConfig: boolean): Transform {
  const template = services.catalogue.findTemplate('TRANSFORM', row.template_id);
  return {
    id: row.id,
    lineageId: row.lineage_id,
    name: row.name,
    description: row.description,
    templateId: row.template_id,
    templateName: template?.name ?? row.template_id,
    templateVersion: template?.version ?? '',
    isTransformGroup: false,
    ...(includeConfig ? { config: services.sealer.mask(parseConfig(row)) } : {}),
    origin: 'USER',
    processorType: 'DATA_PROCESSOR',
    pipelineId: row.pipeline_id,
    siteFilenames: [],
    userVisible: true,
  };
}
