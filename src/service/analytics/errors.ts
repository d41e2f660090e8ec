import type { ErrorEntry, Point } from '../../contract/entities/analytics.ts';
import type { LogLevel } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import type { ErrorReport } from '../../engine/port.ts';
import type { Catalogue } from '../catalogue.ts';
import { formatProblem } from '../engine-problems.ts';
import type { IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { NamedNode } from '../pipelines/node-names.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { ErrorGroupRow } from '../store/schema.ts';

const MINUTE_MS = 60_000;
const EXAMPLE_MAX_LENGTH = 4096;

type Tools = { store: Store; ids: IdSource; hub: Hub };

/** One per group, with the latest details and summed count. */
export function mergeErrors(errors: readonly ErrorReport[]): ErrorReport[] {
  const groups = new Map<string, ErrorReport>();
  for (const error of errors) {
    const { pipelineId, componentId, errorName, level } = error;
    const key = JSON.stringify([pipelineId, componentId, errorName, level]);
    const former = groups.get(key);
    const last = !former || error.lastAt >= former.lastAt ? error : former;
    groups.set(key, { ...last, count: error.count + (former?.count ?? 0) });
  }
  return [...groups.values()];
}

type RemoteReport = { siteId: string; number: number };

/** A remote engine repeats errors until they are confirmed. */
async function isStored(tx: Repositories, { siteId, number }: RemoteReport): Promise<boolean> {
  const stored = (await tx.remoteEngines.find(siteId))?.errors_stored ?? 0;
  if (stored >= number) return true;
  await tx.remoteEngines.errorsStored(siteId, number);
  return false;
}

export async function recordErrors(
  { store, ids, hub }: Tools,
  errors: readonly ErrorReport[],
  remoteReport?: RemoteReport,
): Promise<void> {
  if (errors.length === 0 && !remoteReport) return;
  const sites = await store.transaction(async (tx) => {
    const siteOf = new Map<string, string>();
    if (remoteReport && (await isStored(tx, remoteReport))) return siteOf;
    for (const error of errors) {
      const pipeline = await tx.pipelines.find(error.pipelineId);
      if (!pipeline) continue;
      siteOf.set(error.pipelineId, pipeline.site_id);
      const row: ErrorGroupRow = {
        id: ids('error'),
        pipeline_id: error.pipelineId,
        component_id: error.componentId,
        node_id: error.nodeId,
        error_name: error.errorName,
        level: error.level,
        description: formatProblem(error),
        count: error.count,
        first_at: error.lastAt,
        last_at: error.lastAt,
        example_event: error.exampleEvent.slice(0, EXAMPLE_MAX_LENGTH),
        acknowledged_at: 0,
        acknowledged_by: '',
      };
      await tx.errors.record(row, Math.floor(error.lastAt / MINUTE_MS) * 60);
    }
    return siteOf;
  });
  for (const { pipelineId, componentId, errorName, level } of errors) {
    const siteId = sites.get(pipelineId);
    if (siteId === undefined) continue;
    hub.publish({ type: 'error.changed', siteId, pipelineId, componentId, errorName, errorLevel: level });
  }
}

/** `node` is undefined when it no longer exists. */
export function toErrorEntry(
  row: ErrorGroupRow & { countInRange: number },
  node: NamedNode | undefined,
  catalogue: Catalogue,
  points: Point[],
): ErrorEntry {
  const nodeType = node?.nodeType ?? 'TRANSFORM';
  const template = node && catalogue.findTemplate(nodeType, node.templateId);
  return {
    id: row.id,
    nodeId: row.node_id,
    componentId: row.component_id,
    pipelineId: row.pipeline_id,
    templateName: template?.name ?? node?.templateId ?? '',
    nodeName: node?.name ?? '',
    nodeType,
    errorName: row.error_name,
    errorLevel: row.level satisfies string as LogLevel,
    errorDesc: row.description,
    count: toCount(row.countInRange),
    firstOccurrenceUnixTimeSeconds: Math.floor(row.first_at / 1000),
    lastOccurrenceUnixTimeSeconds: Math.floor(row.last_at / 1000),
    exampleEvent: row.example_event,
    series: { timeSeriesTuple: points },
    isAcknowledged: row.acknowledged_at > 0,
    acknowledgedBy: row.acknowledged_by,
    acknowledgedUnixTimeSeconds: Math.floor(row.acknowledged_at / 1000),
  };
}
