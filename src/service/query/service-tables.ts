import { ContractError } from '../../contract/errors.ts';
import type { QueryColumn, RowTable } from '../../engine/port.ts';
import { addFigures } from '../analytics/figures.ts';
import { computeCoverage } from '../analytics/ranges.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { readNamedNodes } from '../pipelines/node-names.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import type { CounterColumns } from '../store/schema.ts';

/** More would take long to send. */
const ROWS_MAX = 100_000;
const MINUTE_SECONDS = 60;

type Rows = RowTable['rows'];
type Asked = {
  readonly services: Services;
  readonly siteId: string;
  readonly range: { startUnixTimeSeconds: number; endUnixTimeSeconds: number };
  readonly now: number;
};
type ServiceTable = {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly QueryColumn[];
  readonly isForAdministrators?: true;
  read(asked: Asked): Promise<Rows>;
  /** Unix milliseconds of its first and last row, if any. */
  readSpan(asked: Omit<Asked, 'range'>): Promise<Span | undefined>;
};
export type Span = { readonly from: number; readonly to: number };

const toColumns = (types: Record<string, string>): QueryColumn[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));
const formatSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();

const COUNTERS = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_created',
  'events_dead_letter',
  'bytes_in',
  'bytes_out',
  'bytes_dropped',
  'errors',
] as const satisfies (keyof CounterColumns)[];

type Place = { readonly pipelineId: string; readonly componentId: string };

/** Names of pipelines and nodes, including deleted ones still stored. */
async function readPlaces({ services, siteId }: Asked, places: readonly Place[]) {
  const { store } = services;
  const ids = [...new Set(places.map(({ componentId }) => componentId))];
  const findNode = await readNamedNodes(store, ids);
  const pipelines = new Map<string, string>();
  for (const id of new Set(places.map(({ pipelineId }) => pipelineId)))
    pipelines.set(id, (await store.pipelines.find(id))?.name ?? '');
  return ({ pipelineId, componentId }: Place) => {
    const node = findNode({ nodeId: componentId, pipelineId, siteId });
    return { pipeline: pipelines.get(pipelineId) ?? '', node: node?.name ?? '', kind: node?.nodeType ?? '' };
  };
}

const toRangeQuery = ({ range }: Asked) => ({
  'timeRange.startUnixTimeSeconds': range.startUnixTimeSeconds,
  'timeRange.endUnixTimeSeconds': range.endUnixTimeSeconds,
});

async function readCounters(asked: Asked): Promise<Rows> {
  const { services, siteId, now } = asked;
  const pipelineIds = await listPipelineIds(services, siteId);
  const coverage = computeCoverage(toRangeQuery(asked), now, 'series');
  const rows = await services.analytics.rows(coverage, { pipelineIds });
  requireFew('penstock_counters', rows.length);
  const toPlace = (row: (typeof rows)[number]) => ({
    pipelineId: row.pipeline_id,
    componentId: row.component_id,
  });
  const findPlace = await readPlaces(asked, rows.map(toPlace));
  // Unstored figures have separate, possibly negative rows.
  const sums = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const bucket = row.bucket - (row.bucket % coverage.resolution);
    const key = `${bucket}/${row.pipeline_id}/${row.component_id}`;
    const sum = sums.get(key);
    if (sum) addFigures(sum, row);
    else sums.set(key, { ...row, bucket });
  }
  const end = (coverage.until ?? now) / 1000;
  return [...sums.values()].map((row) => {
    const { pipeline, node, kind } = findPlace(toPlace(row));
    return [
      formatSeconds(row.bucket),
      // An unfinished step counts with its elapsed part, or rates would fall at the end.
      Math.max(1, Math.min(coverage.resolution, Math.round(end - row.bucket))),
      pipeline,
      row.pipeline_id,
      node,
      row.component_id,
      kind,
      ...COUNTERS.map((name) => Number(row[name])),
    ];
  });
}

async function readErrors(asked: Asked): Promise<Rows> {
  const { services, siteId, range } = asked;
  if (services.flags.includes('ignorePipelineErrors')) return [];
  const span = {
    from: Math.floor(range.startUnixTimeSeconds / MINUTE_SECONDS) * MINUTE_SECONDS,
    to: Math.ceil(range.endUnixTimeSeconds / MINUTE_SECONDS) * MINUTE_SECONDS,
  };
  const { errors } = services.store;
  const groups = await errors.list({ pipelineIds: await listPipelineIds(services, siteId), ...span });
  const byId = new Map(groups.map((group) => [group.id, group]));
  const rows = await errors.series([...byId.keys()], span, MINUTE_SECONDS);
  requireFew('penstock_errors', rows.length);
  const findPlace = await readPlaces(
    asked,
    groups.map((group) => ({ pipelineId: group.pipeline_id, componentId: group.node_id })),
  );
  return rows.flatMap(({ group_id, at, count }) => {
    const group = byId.get(group_id);
    if (!group) return [];
    const { pipeline, node } = findPlace({ pipelineId: group.pipeline_id, componentId: group.node_id });
    const place = [pipeline, group.pipeline_id, node, group.node_id];
    return [[formatSeconds(at), ...place, group.level, group.error_name, group.description, count]];
  });
}

async function readAudit({ services, siteId, range }: Asked): Promise<Rows> {
  const filter = {
    siteIds: [siteId],
    from: range.startUnixTimeSeconds * 1000,
    to: range.endUnixTimeSeconds * 1000,
  };
  const page = { offset: 0, limit: ROWS_MAX, descending: true };
  const { rows, totalCount } = await services.store.audit.list(filter, page);
  requireFew('penstock_audit', totalCount);
  return rows.map((row) => [
    new Date(row.at).toISOString(),
    row.user_name,
    row.source,
    row.action,
    row.result,
    row.reason,
    row.entity,
    row.entity_id,
    row.entity_name,
  ]);
}

async function readCounterSpan({ services, siteId, now }: Omit<Asked, 'range'>): Promise<Span | undefined> {
  const from = await services.analytics.findBegin(await listPipelineIds(services, siteId));
  return from === undefined ? undefined : { from: from * 1000, to: now };
}

async function readErrorSpan({ services, siteId }: Omit<Asked, 'range'>): Promise<Span | undefined> {
  if (services.flags.includes('ignorePipelineErrors')) return undefined;
  const span = await services.store.errors.span(await listPipelineIds(services, siteId));
  return span && { from: span.first * 1000, to: (span.last + MINUTE_SECONDS) * 1000 };
}

async function readAuditSpan({ services, siteId }: Omit<Asked, 'range'>): Promise<Span | undefined> {
  const list = (descending: boolean) =>
    services.store.audit.list({ siteIds: [siteId] }, { offset: 0, limit: 1, descending });
  const [first] = (await list(false)).rows;
  const [last] = (await list(true)).rows;
  return first && last && { from: first.at, to: last.at };
}

/** @throws ContractError VALIDATION_FAILED: partial rows would give wrong answers */
function requireFew(table: string, count: number): void {
  if (count <= ROWS_MAX) return;
  const message = `${table} would have more than ${ROWS_MAX} rows in this time; query a shorter time`;
  throw new ContractError('VALIDATION_FAILED', `timeRange: ${message}`, {
    details: [{ field: 'timeRange', rule: 'range', message }],
  });
}

const PLACE = { pipeline: 'VARCHAR', pipeline_id: 'VARCHAR', node: 'VARCHAR', node_id: 'VARCHAR' };

/** The service's figures as tables, each for one site. */
export const SERVICE_TABLES: readonly ServiceTable[] = [
  {
    name: 'penstock_counters',
    description: 'What each node of each pipeline took in, passed on and dropped, by time.',
    columns: toColumns({
      time: 'TIMESTAMP',
      seconds: 'INTEGER',
      ...PLACE,
      kind: 'VARCHAR',
      ...Object.fromEntries(COUNTERS.map((name) => [name, 'BIGINT'])),
    }),
    read: readCounters,
    readSpan: readCounterSpan,
  },
  {
    name: 'penstock_errors',
    description: 'Errors and warnings of pipelines, counted each minute.',
    columns: toColumns({
      time: 'TIMESTAMP',
      ...PLACE,
      level: 'VARCHAR',
      error: 'VARCHAR',
      description: 'VARCHAR',
      count: 'BIGINT',
    }),
    read: readErrors,
    readSpan: readErrorSpan,
  },
  {
    name: 'penstock_audit',
    description: 'Who did what on this site. For administrators.',
    columns: toColumns({
      time: 'TIMESTAMP',
      person: 'VARCHAR',
      source: 'VARCHAR',
      action: 'VARCHAR',
      result: 'VARCHAR',
      reason: 'VARCHAR',
      entity: 'VARCHAR',
      entity_id: 'VARCHAR',
      entity_name: 'VARCHAR',
    }),
    isForAdministrators: true,
    read: readAudit,
    readSpan: readAuditSpan,
  },
];

export const listServiceTables = (principal: Principal): ServiceTable[] =>
  SERVICE_TABLES.filter(
    ({ isForAdministrators }) => !isForAdministrators || permits(principal, { kind: 'admin' }) === true,
  );

/** Reads only tables named in the text; the others stay empty. */
export const readServiceTables = (principal: Principal, sql: string, asked: Asked): Promise<RowTable[]> => {
  const text = sql.toLowerCase();
  return Promise.all(
    listServiceTables(principal).map(async ({ name, columns, read }) => ({
      name,
      columns,
      rows: text.includes(name) ? await read(asked) : [],
    })),
  );
};
