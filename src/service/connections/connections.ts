import type { Config } from '../../contract/entities/common.ts';
import type { ConnectionInput, ConnectionPatch, Sink, Source } from '../../contract/entities/node.ts';
import type { EntityStatus, NodeType, UsageType } from '../../contract/enums.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { toCount } from '../../contract/parameters.ts';
import { noteEndedArchive } from '../archives/note-ended.ts';
import { listReadableNames, mayReadNodes } from '../auth/readable.ts';
import { placeConfigDetails } from '../catalogue.ts';
import { formatTime } from '../clock.ts';
import { requireTypeOfSite } from '../collector-sites/guards.ts';
import { invalid } from '../http/input.ts';
import { validateWithKept } from '../kept-secrets.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';
import { requireNoConflict } from './conflicts.ts';

const WORDS = {
  SOURCE: { field: 'source', noun: 'source', label: 'Source' },
  SINK: { field: 'sink', noun: 'destination', label: 'Destination' },
} as const;

export const nameField = (kind: ConnectionKind) => WORDS[kind].field;

/** @throws ContractError NOT_FOUND, also for deleted ones */
export async function requireConnection(
  tx: Repositories,
  kind: ConnectionKind,
  id: string,
): Promise<NodeRow> {
  const row = await tx.nodes.find(id);
  if (!row || row.node_type !== kind || row.status === 'DELETED') throw notFound(WORDS[kind].noun, id);
  return row;
}

type Candidate = {
  id: string;
  siteId: string;
  name: string;
  templateId: string;
  /** `{set: true}` keeps a secret of `stored`. */
  config: Config;
  /** Secrets sealed. */
  stored?: Config;
};

/** @throws ContractError VALIDATION_FAILED with all faults of name and configuration, or NAME_TAKEN */
async function readConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  { id, siteId, name, templateId, config: sent, stored = {} }: Candidate,
): Promise<Config> {
  const { field, label } = WORDS[kind];
  const taken = await tx.nodes.findByName(kind, siteId, name, id);
  const message = `${label} name already exists`;
  const { config, details } = validateWithKept(
    services,
    { nodeType: kind, templateId, config: sent },
    stored,
  );
  if (!config) {
    const faults = placeConfigDetails(services, kind, templateId, field, details);
    throw invalid(taken ? [{ field: `${field}.name`, rule: 'unique', message }, ...faults] : faults);
  }
  requireFreeName(taken, `${field}.name`, message);
  return config;
}

/** Checks and stores nothing. */
export const makeConnectionRow = (
  { catalogue, sealer, ids }: Pick<Services, 'catalogue' | 'sealer' | 'ids'>,
  kind: ConnectionKind,
  input: ConnectionInput,
  now: number,
): NodeRow => ({
  id: ids('node'),
  node_type: kind,
  name: input.name,
  description: input.description,
  site_id: input.siteId,
  template_id: input.templateId,
  status: 'ACTIVE',
  usage_type: 'USER',
  config: JSON.stringify(sealer.seal(input.config, catalogue.secretFields(input.templateId))),
  last_alive_at: 0,
  archive_id: '',
  archive_sink_id: '',
  archive_since: 0,
  revision: 1,
  created_at: now,
  updated_at: now,
});

type Sent = { siteId: string; templateId: string; id?: string | undefined; config: Config };

/**
 * What storing would refuse; unsent secrets come from the stored row.
 * @throws ContractError NOT_FOUND
 */
export async function findConnectionFaults(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  { siteId, templateId, id, config }: Sent,
): Promise<ErrorDetail[]> {
  await requireSite(tx, siteId);
  const row = id === undefined ? undefined : await requireConnection(tx, kind, id);
  if (row && (row.site_id !== siteId || row.template_id !== templateId))
    throw notFound(`${WORDS[kind].noun} of that site and type`, row.id);
  const sent = { nodeType: kind, templateId, config };
  return validateWithKept(services, sent, row ? parseConfig(row) : {}).details ?? [];
}

export async function checkNewConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  input: ConnectionInput,
  now: number,
): Promise<NodeRow> {
  const site = await requireSite(tx, input.siteId);
  requireTypeOfSite(site, { nodeType: kind, templateId: input.templateId });
  const config = await readConnection(services, tx, kind, { ...input, id: '' });
  const row = makeConnectionRow(services, kind, { ...input, config }, now);
  await requireNoConflict(services, tx, {
    id: row.id,
    siteId: input.siteId,
    kind,
    templateId: input.templateId,
    config,
  });
  return row;
}

export async function createConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  input: ConnectionInput,
  now: number,
): Promise<NodeRow> {
  const row = await checkNewConnection(services, tx, kind, input, now);
  await tx.nodes.insert(row);
  return row;
}

/** Checks every rule, stores nothing. */
export async function patchConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  patch: ConnectionPatch,
  ifMatch: number | '*',
  now: number,
): Promise<{ before: NodeRow; after: NodeRow }> {
  const { catalogue, sealer } = services;
  const before = await requireConnection(tx, kind, patch.id);
  requireVersion(ifMatch, before.revision, () => toConnectionEntity(services, before, true));
  const secrets = catalogue.secretFields(before.template_id);
  const stored = parseConfig(before);
  const sent = patch.config ?? sealer.open(stored);
  const name = patch.name ?? before.name;
  const { id, site_id: siteId, template_id: templateId } = before;
  const config = await readConnection(services, tx, kind, {
    id,
    siteId,
    name,
    templateId,
    config: sent,
    stored,
  });
  await requireNoConflict(services, tx, {
    id: before.id,
    siteId: before.site_id,
    kind,
    templateId: before.template_id,
    config,
  });
  const after: NodeRow = {
    ...before,
    name,
    description: patch.description ?? before.description,
    status: patch.status ?? before.status,
    config: JSON.stringify(sealer.seal(config, secrets)),
    revision: before.revision + 1,
    updated_at: now,
  };
  return { before, after };
}

export const listPipelinesUsing = async (tx: Repositories, nodeId: string): Promise<PipelineRow[]> =>
  (await tx.pipelines.list({ usingAnyOf: [[nodeId]] })).rows;

/** @throws ContractError IN_USE while a hydration sends events there */
async function requireUnhydrated(tx: Repositories, { id, name, site_id }: NodeRow): Promise<void> {
  const jobs = (await tx.hydrations.listOpen([site_id])).filter((job) => job.sink_id === id);
  if (jobs.length === 0) return;
  const names = jobs.map((job) => `'${job.name}'`).join(', ');
  throw new ContractError(
    'IN_USE',
    `The destination '${name}' is used by the hydration ${names}; terminate it first`,
    { details: jobs.map((job) => ({ field: `hydrations.${job.id}`, rule: 'in_use', message: job.name })) },
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * @param leaving ids of pipelines deleted with it
 * @throws ContractError IN_USE naming pipelines, hydrations or archived sources
 */
export async function requireDeletable(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  id: string,
  ifMatch: number | '*',
  leaving = NONE,
): Promise<NodeRow> {
  const row = await requireConnection(tx, kind, id);
  requireVersion(ifMatch, row.revision, () => toConnectionEntity(services, row, true));
  const users = (await listPipelinesUsing(tx, id)).filter((user) => !leaving.has(user.id));
  if (users.length > 0) {
    const names = listReadableNames(services.caller, users);
    const message = `The ${WORDS[kind].noun} '${row.name}' is used by ${names}; remove it there first`;
    const readable = users.filter((user) => mayReadNodes(services.caller, 'TRANSFORM', user.site_id));
    throw new ContractError('IN_USE', message, {
      details: readable.map(({ id, name }) => ({ field: `pipelines.${id}`, rule: 'in_use', message: name })),
    });
  }
  await requireUnhydrated(tx, row);
  const archived = await tx.nodes.archived(id);
  if (archived.length > 0) {
    const readable = archived.filter((one) => mayReadNodes(services.caller, 'SOURCE', one.site_id));
    const named = readable.map((source) => `'${source.name}'`);
    const hidden = readable.length < archived.length ? ['sources you cannot see'] : [];
    const names = [...named, ...hidden].join(', ');
    const message = `The destination '${row.name}' holds the archive of ${names}; disable archival there first`;
    throw new ContractError('IN_USE', message, {
      details: readable.map((one) => ({ field: `sources.${one.id}`, rule: 'in_use', message: one.name })),
    });
  }
  return row;
}

/**
 * @param leaving ids of pipelines deleted with it
 * @returns the row before
 * @throws ContractError IN_USE
 */
export async function deleteConnection(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  id: string,
  ifMatch: number | '*',
  now: number,
  leaving = NONE,
): Promise<NodeRow> {
  const row = await requireDeletable(services, tx, kind, id, ifMatch, leaving);
  const unarchived = { archive_id: '', archive_sink_id: '', archive_since: 0 };
  await tx.nodes.update({
    ...row,
    ...unarchived,
    status: 'DELETED',
    revision: row.revision + 1,
    updated_at: now,
  });
  await noteEndedArchive(tx, row, now);
  return row;
}

export const findTemplateName = (services: Services, nodeType: NodeType, templateId: string): string =>
  services.catalogue.findTemplate(nodeType, templateId)?.name ?? templateId;

function readArchival({ analytics, archives }: Services, row: NodeRow) {
  const { archive_id: id, archive_sink_id: sinkId, archive_since: since } = row;
  if (row.node_type !== 'SOURCE') return { archivalEnabled: row.usage_type === 'ARCHIVAL' };
  if (id === '') return { archivalEnabled: false };
  const { [row.id]: source, [sinkId]: sink } = analytics.totalsOf(id);
  const problem = archives.problemOf(id, sink?.last_event_at ?? 0);
  return {
    archivalEnabled: true,
    archivalSinkId: sinkId,
    archival: {
      since: formatTime(since),
      eventsReceived: toCount(source?.events_in ?? 0),
      eventsWritten: toCount(sink?.events_out ?? 0),
      eventsWaiting: toCount(sink?.events_waiting ?? 0),
      bytesWritten: toCount(sink?.bytes_out ?? 0),
      filesWritten: toCount(sink?.objects_written ?? 0),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

/** Secrets are masked. */
export function toConnectionEntity(services: Services, row: NodeRow, includeConfig: boolean): Source & Sink {
  const nodeType: NodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    siteId: row.site_id,
    templateId: row.template_id,
    templateName: findTemplateName(services, nodeType, row.template_id),
    status: row.status as EntityStatus,
    usageType: row.usage_type as UsageType,
    ...(includeConfig ? { config: services.sealer.mask(parseConfig(row)) } : {}),
    lastAlive: formatTime(Math.max(row.last_alive_at, services.analytics.lastEventAt(row.id))),
    ...readArchival(services, row),
    revision: row.revision,
    updatedAt: formatTime(row.updated_at),
  };
}
