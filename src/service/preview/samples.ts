import {
  SAMPLES_PER_PIPELINE_MAX,
  type Sample,
  type SampleInput,
  type SamplePatch,
  type SampleSummary,
} from '../../contract/entities/sample.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound, requireFreeName } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { SampleHead } from '../store/samples.ts';
import type { SampleRow } from '../store/schema.ts';

const NAME_EXISTS = 'Sample name already exists';

const toCommon = (row: SampleHead | SampleRow) => ({
  id: row.id,
  siteId: row.site_id,
  pipelineId: row.pipeline_id,
  name: row.name,
  description: row.description,
  startComponentId: row.start_component_id,
  pinned: row.pinned === 1,
  createdAt: formatTime(row.created_at),
  createdBy: row.created_by,
  updatedAt: formatTime(row.updated_at),
  revision: row.revision,
});

export const toSampleSummary = (row: SampleHead): SampleSummary => ({
  ...toCommon(row),
  eventCount: row.event_count,
  hasExpected: row.has_expected,
});

export const parseExpected = (row: SampleRow): Sample['expected'] =>
  row.expected === '' ? null : JSON.parse(row.expected);
export const parseEvents = (row: SampleRow): string[] => JSON.parse(row.events);

export const toSampleEntity = (row: SampleRow): Sample => ({
  ...toCommon(row),
  events: parseEvents(row),
  expected: parseExpected(row),
});

/** @throws ContractError NOT_FOUND */
export async function requireSample(tx: Repositories, id: string): Promise<SampleRow> {
  const row = await tx.samples.find(id);
  if (!row) throw notFound('sample', id);
  return row;
}

const toColumns = ({ expected, events }: Pick<Sample, 'expected' | 'events'>) => ({
  events: JSON.stringify(events),
  event_count: events.length,
  expected: expected === null ? '' : JSON.stringify(expected),
});

/** Expected results are per event; another length belongs to other events. */
function checkExpected({ expected, events }: Pick<Sample, 'expected' | 'events'>): void {
  for (const [componentId, perEvent] of Object.entries(expected ?? {})) {
    if (perEvent.length === events.length) continue;
    const message = `must hold one list per event: ${events.length}, not ${perEvent.length}`;
    const field = `sample.expected.${componentId}`;
    throw new ContractError('VALIDATION_FAILED', `${field}: ${message}`, {
      details: [{ field, rule: 'one_per_event', message }],
    });
  }
}

/** @throws ContractError NOT_FOUND, NAME_TAKEN, VALIDATION_FAILED, or CONFLICT when there are too many */
export async function createSample(
  services: Services,
  tx: Repositories,
  input: SampleInput,
  by: { name: string; now: number },
): Promise<SampleRow> {
  const pipeline = await requirePipeline(tx, input.pipelineId);
  if (pipeline.status === 'DELETED') throw notFound('pipeline', pipeline.id);
  checkExpected(input);
  requireFreeName(await tx.samples.findByName(pipeline.id, input.name), 'sample.name', NAME_EXISTS);
  if ((await tx.samples.list(pipeline.id)).length >= SAMPLES_PER_PIPELINE_MAX) {
    const message = `'${pipeline.name}' has ${SAMPLES_PER_PIPELINE_MAX} samples already; delete one first`;
    throw new ContractError('CONFLICT', message, {
      details: [{ field: 'sample.pipelineId', rule: 'too_many', message }],
    });
  }
  const row: SampleRow = {
    id: services.ids('sample'),
    site_id: pipeline.site_id,
    pipeline_id: pipeline.id,
    name: input.name,
    description: input.description,
    ...toColumns(input),
    start_component_id: input.startComponentId,
    pinned: input.pinned ? 1 : 0,
    created_at: by.now,
    created_by: by.name,
    updated_at: by.now,
    revision: 1,
  };
  await tx.samples.insert(row);
  return row;
}

/** @throws ContractError NAME_TAKEN or VALIDATION_FAILED */
export async function patchSample(
  tx: Repositories,
  row: SampleRow,
  patch: SamplePatch,
  now: number,
): Promise<SampleRow> {
  const before = toSampleEntity(row);
  const { id: _, ...given } = patch;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: Sample = { ...before, ...changes };
  checkExpected(after);
  requireFreeName(
    await tx.samples.findByName(row.pipeline_id, after.name, row.id),
    'sample.name',
    NAME_EXISTS,
  );
  const changed: SampleRow = {
    ...row,
    name: after.name,
    description: after.description,
    ...toColumns(after),
    start_component_id: after.startComponentId,
    pinned: after.pinned ? 1 : 0,
    updated_at: now,
    revision: row.revision + 1,
  };
  await tx.samples.update(changed);
  return changed;
}
