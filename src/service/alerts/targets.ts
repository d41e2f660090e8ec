import { X509Certificate } from 'node:crypto';
import { type AlertMetric, type AlertSubject, METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertScope, AlertTarget } from '../../contract/entities/alert.ts';
import type { NodeType } from '../../contract/enums.ts';
import { formatPlace } from '../analytics/places.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, PipelineRow, SiteRow } from '../store/schema.ts';
import { openConfig, type Sealer } from '../store/sealing.ts';
import { compileNamePattern } from './name-pattern.ts';

export type Watched = AlertTarget & {
  /** Unique within its kind, also in stored values. */
  key: string;
  id: string;
  componentId: string;
  /** Unix milliseconds at which a certificate or key expires. */
  endsAt?: number;
};

/** Silence matters only when the pipelines should run. */
const isMeantToRun = ({ status, deployed_graph_version }: PipelineRow): boolean =>
  deployed_graph_version > 0 && !['PAUSED', 'TO_DELETE', 'DELETING', 'DELETED'].includes(status);

const SUBJECT_OF: Record<NodeType, AlertSubject> = {
  SOURCE: 'source',
  SINK: 'destination',
  TRANSFORM: 'node',
};

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* listTexts(part);
}

/** First expiry of a certificate in it, in Unix milliseconds. */
export function findCertificateEnd(config: unknown): number | undefined {
  const ends: number[] = [];
  for (const text of listTexts(config)) {
    for (const [pem] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)) {
      try {
        ends.push(Date.parse(new X509Certificate(pem).validTo));
      } catch {
        // Its own form reports the problem.
      }
    }
  }
  const known = ends.filter((end) => !Number.isNaN(end));
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Parsing certificates each minute would cost more than everything else. */
const certificateEnds = new Map<string, number | undefined>();

function readCertificateEnd(sealer: Sealer, row: NodeRow): number | undefined {
  const version = `${row.id}/${row.revision}`;
  if (!certificateEnds.has(version))
    certificateEnds.set(version, findCertificateEnd(openConfig({ sealer }, row)));
  return certificateEnds.get(version);
}

type Members = {
  nodes: { id: string; type: NodeType }[];
  transforms: Map<string, { id: string; name: string }>;
};

async function readMembers(tx: Repositories, pipeline: PipelineRow): Promise<Members> {
  const found = await tx.versions.nodesOf(pipeline.id, pipeline.deployed_graph_version);
  const nodes = found.map((row) => ({ id: row.node_id, type: row.node_type as NodeType }));
  const rows = await tx.transforms.findMany(
    nodes.filter(({ type }) => type === 'TRANSFORM').map(({ id }) => id),
  );
  return { nodes, transforms: new Map(rows.map((row) => [row.id, { id: row.lineage_id, name: row.name }])) };
}

export function createTargetReader({ sealer }: { sealer: Sealer }) {
  const members = new Map<string, Promise<Members>>();
  const findMembers = (tx: Repositories, pipeline: PipelineRow): Promise<Members> => {
    const version = `${pipeline.id}/${pipeline.deployed_graph_version}`;
    const known = members.get(version) ?? readMembers(tx, pipeline);
    members.set(version, known);
    known.catch(() => members.delete(version));
    return known;
  };

  return async (tx: Repositories, site: SiteRow): Promise<Watched[]> => {
    const siteIds = [site.id];
    const pipelines = (await tx.pipelines.list({ siteIds, types: ['USER', 'HYDRATION'] })).rows;
    const connections = [
      ...(await tx.nodes.list({ kind: 'SOURCE', siteIds })).rows,
      ...(await tx.nodes.list({ kind: 'SINK', siteIds })).rows,
    ];
    const byId = new Map(connections.map((row) => [row.id, row]));
    const nowhere = { pipelineId: '', pipelineName: '', nodeId: '', componentId: '' };
    const found: Watched[] = [{ ...nowhere, kind: 'site', key: site.id, id: site.id, name: site.name }];
    for (const pipeline of pipelines) {
      const place = { pipelineId: pipeline.id, pipelineName: pipeline.name };
      found.push({
        ...nowhere,
        ...place,
        kind: 'pipeline',
        key: pipeline.id,
        id: pipeline.id,
        name: pipeline.name,
      });
      if (!isMeantToRun(pipeline)) continue;
      const { nodes, transforms } = await findMembers(tx, pipeline);
      for (const { id, type } of nodes) {
        const transform = transforms.get(id);
        const componentId = transform?.id ?? id;
        const name = transform?.name ?? byId.get(id)?.name;
        if (name === undefined) continue;
        const key = formatPlace({ pipelineId: pipeline.id, componentId });
        const node = { ...place, key, componentId, id: componentId, nodeId: id, name };
        found.push({ ...node, kind: SUBJECT_OF[type] });
      }
    }
    // Pipeline readers see the names of its nodes only.
    const used = new Set(found.map(({ nodeId }) => nodeId));
    for (const row of connections) {
      if (!used.has(row.id)) continue;
      const node = { ...nowhere, id: row.id, nodeId: row.id, name: row.name };
      if (row.archive_id) found.push({ ...node, kind: 'archive', key: `archive/${row.id}` });
      const endsAt = readCertificateEnd(sealer, row);
      if (endsAt !== undefined) found.push({ ...node, kind: 'certificate', key: `node/${row.id}`, endsAt });
    }
    for (const { id, name, site_ids, expires_at } of await tx.apiKeys.listEnding()) {
      const onSites: string[] = JSON.parse(site_ids);
      if (onSites.length === 0 || onSites.includes(site.id))
        found.push({ ...nowhere, kind: 'key', key: `key/${id}`, id, name, endsAt: expires_at });
    }
    return found;
  };
}

/** Rules on nodes cover transforms, sources and destinations. */
const isOfSubject = (subject: AlertSubject, kind: AlertSubject): boolean =>
  subject === kind || (subject === 'node' && (kind === 'source' || kind === 'destination'));

export const isRunningOnly = (metric: AlertMetric): boolean =>
  METRIC_INFO[metric].subject === 'pipeline' && metric !== 'deploymentFailed';

/** Selecting a pipeline selects all in it. */
export function chooseTargets(
  targets: readonly Watched[],
  metric: AlertMetric,
  scope: AlertScope,
): Watched[] {
  const { subject } = METRIC_INFO[metric];
  const running = isRunningOnly(metric)
    ? new Set(targets.filter(({ componentId }) => componentId !== '').map(({ pipelineId }) => pipelineId))
    : undefined;
  const ofSubject = targets.filter(
    ({ kind, pipelineId }) => isOfSubject(subject, kind) && (running?.has(pipelineId) ?? true),
  );
  if (scope.kind === 'all') return ofSubject;
  if (scope.kind === 'selected') {
    const ids = new Set(scope.ids);
    return ofSubject.filter(
      ({ id, pipelineId, nodeId }) => ids.has(id) || ids.has(pipelineId) || ids.has(nodeId),
    );
  }
  const fits = compileNamePattern(scope.pattern);
  return ofSubject.filter(({ name }) => fits(name));
}

export const toTarget = ({
  kind,
  name,
  pipelineId,
  pipelineName,
  nodeId,
  group,
}: AlertTarget): AlertTarget => ({
  kind,
  name,
  pipelineId,
  pipelineName,
  nodeId,
  ...(group ? { group } : {}),
});
