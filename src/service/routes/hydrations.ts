import {
  applyHydrationEvent,
  HYDRATION_EVENTS,
  hydrationActionRefusal,
  hydrationDeleteRefusal,
} from '../../../machines/hydration-job/index.ts';
import type { HydrationEstimate } from '../../contract/entities/hydration.ts';
import type { LogCount } from '../../contract/entities/log-search.ts';
import type { HydrationStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { fromCount, toCount } from '../../contract/parameters.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { addToLog, describeAction, readLog } from '../hydration/job-log.ts';
import { readNames, toHydration } from '../hydration/jobs.ts';
import { readNodeFigures } from '../hydration/node-figures.ts';
import { previewHydration } from '../hydration/preview.ts';
import { checkHydration, chooseName, toHydrationRow } from '../hydration/request.ts';
import { readOwner } from '../log-search/owner.ts';
import { notFound, requireFreeName } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toPage } from '../store/query.ts';
import type { HydrationRow } from '../store/schema.ts';

type HydrationCalls =
  | 'listHydrations'
  | 'getHydration'
  | 'createHydration'
  | 'runHydrationAction'
  | 'deleteHydration'
  | 'startHydrationEstimate'
  | 'getHydrationEstimate'
  | 'previewHydration';

const DAY_SECONDS = 86_400;

async function requireHydration(tx: Repositories, id: string): Promise<HydrationRow> {
  const row = await tx.hydrations.find(id);
  if (!row || row.status === 'DELETED') throw notFound('hydration', id);
  return row;
}

const toFace = (row: HydrationRow) => ({
  jobStatus: row.status as HydrationStatus,
  isPaused: row.is_paused === 1,
});

function estimateBytes(
  matchCount: string,
  { facetEventCount, facetEventBytes }: Pick<LogCount, 'facetEventCount' | 'facetEventBytes'>,
): number {
  const seen = fromCount(facetEventCount);
  return seen === 0 ? 0 : Math.round((fromCount(facetEventBytes) / seen) * fromCount(matchCount));
}

const toEstimate = ({ matchCount, reading, ...count }: LogCount): HydrationEstimate => ({
  id: count.id,
  state: count.state,
  reason: count.reason,
  events: matchCount,
  eventBytes: toCount(estimateBytes(matchCount, count)),
  eventsSearched: reading.events,
  filesRead: reading.filesRead,
  bytesRead: reading.bytes,
  countedFromUnixTimeSeconds: count.countedFromUnixTimeSeconds,
  unread: reading.unread,
  unreadCount: reading.unreadCount,
});

/** Audits a look into an archive; repeated queries of a person only now and then. */
async function noteLook(
  {
    body,
    principal,
    services,
    note,
  }: Pick<CallContext<'previewHydration'>, 'principal' | 'services' | 'note' | 'body'>,
  sourceName: string,
): Promise<void> {
  const { siteId, query } = body.hydration;
  if (!services.searchNotes.isNew(readOwner(principal), siteId, query)) return;
  const after = { query, sources: sourceName };
  await note({ entity: 'logSearch', id: '', name: '', siteId, before: null, after });
}

async function change(
  {
    tx,
    services,
    now,
    afterCommit,
  }: Pick<CallContext<'runHydrationAction'>, 'tx' | 'services' | 'now' | 'afterCommit'>,
  row: HydrationRow,
  columns: Partial<HydrationRow>,
): Promise<void> {
  await tx.hydrations.update(row.id, { ...columns, revision: row.revision + 1, updated_at: now });
  const kind = columns.status === 'DELETED' ? 'deleted' : 'updated';
  afterCommit(() => {
    const { id, site_id: siteId } = row;
    services.hub.publish({ type: 'entity.changed', siteId, entity: 'hydration', id, change: kind });
    services.hydrations.follow(id);
  });
}

export const hydrationHandlers = {
  listHydrations: async ({ query, tx, services }) => {
    const { siteIds, statuses, ids } = query;
    const { rows, totalCount } = await tx.hydrations.list({ siteIds, statuses, ids }, toPage(query));
    const names = await readNames(tx, rows);
    return {
      hydrations: rows.map((row) => toHydration(services, row, names)),
      pagination: { totalCount },
    };
  },

  getHydration: async ({ path, tx, services }) => {
    const row = await requireHydration(tx, path.id);
    const names = await readNames(tx, [row]);
    return {
      hydration: toHydration(services, row, names),
      nodes: await readNodeFigures(
        tx,
        { ...row, ...services.hydrations.figuresOf(row.id) },
        names,
        services.analytics.totalsOf(row.id),
      ),
      log: readLog(row.log),
    };
  },

  createHydration: async ({ body, tx, services, principal, now, afterCommit }) => {
    const choice = body.hydration;
    const checked = await checkHydration(services, tx, choice, now);
    if (choice.name !== undefined) {
      const taken = await tx.pipelines.findByName(choice.siteId, choice.name);
      requireFreeName(taken, 'hydration.name', 'Another pipeline or hydration of this site has this name');
    }
    const name = choice.name ?? (await chooseName(tx, checked.source, choice));
    const id = services.ids('pipeline');
    const made = { id, name, createdBy: principal.user.name, now };
    await tx.hydrations.insert(toHydrationRow(choice, checked, made));
    afterCommit(() => {
      const { siteId } = choice;
      services.hub.publish({ type: 'entity.changed', siteId, entity: 'hydration', id, change: 'created' });
      services.hydrations.follow(id);
    });
    return { id };
  },

  runHydrationAction: async (context) => {
    const { body, tx, now, principal } = context;
    const row = await requireHydration(tx, body.id);
    const face = toFace(row);
    const after = applyHydrationEvent(face, { type: HYDRATION_EVENTS[body.action] });
    if (!after) throw new ContractError('CONFLICT', hydrationActionRefusal(face, body.action) ?? '');
    const isRetry = body.action === 'RETRY';
    await change(context, row, {
      status: after.jobStatus,
      is_paused: after.isPaused ? 1 : 0,
      log: addToLog(row.log, now, [describeAction(body.action, principal.user.name)]),
      ...(isRetry && { attempt: row.attempt + 1, problem: '', ended_at: 0 }),
      ...(body.action === 'TERMINATE' && { ended_at: now, problem: '' }),
    });
    return {};
  },

  deleteHydration: async (context) => {
    const row = await requireHydration(context.tx, context.path.id);
    const refusal = hydrationDeleteRefusal(toFace(row));
    if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
    await change(context, row, { status: 'DELETED' });
    return {};
  },

  startHydrationEstimate: async (context) => {
    const { body, tx, services, principal, request, now } = context;
    const choice = body.hydration;
    const { folders, source } = await checkHydration(services, tx, choice, now);
    await noteLook(context, source.name);
    const owner = readOwner(principal);
    if (body.replaces !== undefined) services.logCounts.end(owner, body.replaces);
    const count = await services.logCounts.start({
      siteId: choice.siteId,
      owner,
      unread: [],
      gone: request.signal,
      search: {
        want: 'counts',
        folders,
        query: choice.query,
        from: choice.startTime * 1_000_000,
        to: choice.endTime * 1_000_000,
        bucketSeconds: DAY_SECONDS,
      },
      inTurn: (work) => services.apart.inTurn('logCount', work),
    });
    return { estimate: toEstimate(count) };
  },

  getHydrationEstimate: async ({ path: { siteId, estimateId }, principal, services }) => {
    const count = services.logCounts.find(siteId, readOwner(principal), estimateId);
    if (!count) throw notFound('estimate', estimateId);
    return { estimate: toEstimate(count) };
  },

  previewHydration: async (context) => {
    const { body, tx, services, now, request } = context;
    const checked = await checkHydration(services, tx, body.hydration, now);
    await noteLook(context, checked.source.name);
    return previewHydration(services, tx, body.hydration, checked, { now, signal: request.signal });
  },
} satisfies Pick<Handlers, HydrationCalls>;
