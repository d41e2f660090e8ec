import type { Config } from '../../contract/entities/common.ts';
import type { Transform, TransformInput } from '../../contract/entities/node.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { describeArchiveRecord } from '../archives/plan.ts';
import { placeConfigDetails } from '../catalogue.ts';
import { findFileFaults } from '../files/named.ts';
import { findNamedFiles } from '../files/users.ts';
import { invalid } from '../http/input.ts';
import { fillInKept, validateWithKept } from '../kept-secrets.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';

type Sent = { siteId: string; templateId: string; config: Config };

type Reading = {
  details: ErrorDetail[];
  /** For a disabled node: with defaults if valid, else as sent. */
  unfinished?: Config | undefined;
};

async function readConfig(
  { catalogue, sealer }: Services,
  tx: Repositories,
  { siteId, templateId, config }: Sent,
  former: TransformRow | undefined,
): Promise<Reading | { config: Config; details?: undefined }> {
  const stored = former?.template_id === templateId ? parseConfig(former) : {};
  const sent = { nodeType: 'TRANSFORM', templateId, config } as const;
  const check = validateWithKept({ catalogue, sealer }, sent, stored);
  if (check.config) {
    const details = await findFileFaults(catalogue, tx, { templateId, config: check.config }, siteId);
    return details.length > 0 ? { details, unfinished: check.config } : check;
  }
  const { kept, bound } = fillInKept({ catalogue, sealer }, sent, stored);
  const isStorable = bound.length === 0 && catalogue.findTemplate('TRANSFORM', templateId) !== undefined;
  return { details: check.details, unfinished: isStorable ? kept : undefined };
}

export async function findTransformFaults(
  services: Services,
  tx: Repositories,
  { lineageId, ...sent }: Sent & { lineageId?: string | undefined },
): Promise<ErrorDetail[]> {
  const former = lineageId ? await tx.transforms.findNewest(lineageId) : undefined;
  return (await readConfig(services, tx, sent, former)).details ?? [];
}

/**
 * An edited transform names its lineage and keeps secrets of `{set: true}`. Disabled ones may be unfinished.
 * @returns rows in the order sent, and the ids of unfinished ones
 */
export async function createTransforms(
  services: Services,
  tx: Repositories,
  inputs: readonly TransformInput[],
  now: number,
  nameField = (index: number) => `transforms.${index}`,
): Promise<{ rows: TransformRow[]; unfinishedIds: string[] }> {
  const { catalogue, sealer, ids } = services;
  const rows: TransformRow[] = [];
  const unfinishedIds: string[] = [];
  const siteIds = new Map<string, string>();
  for (const [index, input] of inputs.entries()) {
    if (!siteIds.has(input.pipelineId)) {
      const pipeline = await tx.pipelines.find(input.pipelineId);
      if (!pipeline || pipeline.status === 'DELETED') throw notFound('pipeline', input.pipelineId);
      siteIds.set(input.pipelineId, pipeline.site_id);
    }
    const field = nameField(index);
    const former = input.lineageId ? await tx.transforms.findNewest(input.lineageId) : undefined;
    if (input.lineageId && former?.pipeline_id !== input.pipelineId) {
      const message = `There is no transform with the lineage ${input.lineageId} in this pipeline`;
      throw new ContractError('VALIDATION_FAILED', message, {
        details: [{ field: `${field}.lineageId`, rule: 'unknown_lineage', message }],
      });
    }
    const secrets = catalogue.secretFields(input.templateId);
    const siteId = siteIds.get(input.pipelineId) ?? '';
    const read = await readConfig(services, tx, { ...input, siteId }, former);
    const config = read.details ? (input.disabled ? read.unfinished : undefined) : read.config;
    if (!config)
      throw invalid(placeConfigDetails(services, 'TRANSFORM', input.templateId, field, read.details ?? []));
    const id = ids('transform');
    if (read.details) unfinishedIds.push(id);
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
  return { rows, unfinishedIds };
}

/**
 * Checks enabled transforms, which may have been stored unfinished.
 * @throws ContractError GRAPH_INVALID, naming the node
 */
export async function refuseUnfinished(
  services: Services,
  tx: Repositories,
  siteId: string,
  enabled: readonly TransformRow[],
): Promise<void> {
  for (const row of enabled) {
    const config = services.sealer.mask(parseConfig(row));
    const { details } = await readConfig(services, tx, { siteId, templateId: row.template_id, config }, row);
    const [fault] = details ?? [];
    if (!fault) continue;
    const message = `'${row.name}' is not finished: ${fault.message}. Complete its settings, or disable the node`;
    throw new ContractError('GRAPH_INVALID', `Pipeline graph is invalid! ${message}`, {
      details: [{ field: `metaInfo.${row.id}.disabled`, rule: 'unfinished', message }],
    });
  }
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
    siteFilenames: findNamedFiles(services.catalogue, row.template_id, parseConfig(row)).map(
      ({ name }) => name,
    ),
    userVisible: true,
  };
}

/** Transforms of archives, which are in no people's graphs. */
export async function listArchiveRecords(
  tx: Repositories,
  filter: { ids?: string[] | undefined; siteIds?: string[] | undefined },
): Promise<Transform[]> {
  const sources = (await tx.nodes.archived()).filter(
    (source) => filter.siteIds?.includes(source.site_id) ?? true,
  );
  return sources
    .map((source): Transform => {
      const { id, name, description, templateId } = describeArchiveRecord(source);
      return {
        id,
        lineageId: id,
        name,
        description,
        templateId,
        templateName: name,
        templateVersion: '',
        isTransformGroup: false,
        origin: 'ARCHIVAL',
        processorType: 'GENERIC_PREPROCESSOR',
        pipelineId: source.archive_id,
        siteFilenames: [],
        userVisible: false,
      };
    })
    .filter(({ id }) => filter.ids?.includes(id) ?? true);
}
