import type { AlertSilence } from '../../contract/entities/alert-silence.ts';
import { ContractError } from '../../contract/errors.ts';
import { computeSilenceState, createSilenceTest, markSilenced, parseChoice } from '../alerts/silences.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { AlertSilenceRow } from '../store/schema.ts';

const DAY_MS = 86_400_000;
/** Ends are sent after a silence, so longer ones would outlast the stored events. */
const LONGEST_DAYS = 30;
const RECENT_MS = 7 * DAY_MS;

const toSilence = (row: AlertSilenceRow, now: number, firing: ReadonlyMap<string, number>): AlertSilence => ({
  id: row.id,
  siteId: row.site_id,
  ...parseChoice(row),
  state: computeSilenceState(row, now),
  startsAt: formatTime(row.starts_at),
  endsAt: formatTime(row.ends_at),
  reason: row.reason,
  createdBy: row.created_by,
  createdAt: formatTime(row.created_at),
  endedBy: row.ended_by,
  firingCount: firing.get(row.id) ?? 0,
  revision: row.revision,
});

/** @throws ContractError VALIDATION_FAILED naming the first unknown rule */
async function requireRules(tx: Repositories, siteId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return;
  const known = new Set((await tx.alertRules.list([siteId])).map(({ id }) => id));
  const unknown = ruleIds.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `must name rules of the site; there is none with the id ${unknown}`;
  throw invalid([{ field: 'alertSilence.ruleIds', rule: 'exists', message }]);
}

/** @throws ContractError VALIDATION_FAILED for a time without effect, or too long */
function requireTimes(start: number, end: number, now: number): void {
  const refuse = (message: string) => {
    throw invalid([{ field: 'alertSilence.endUnixTimeSeconds', rule: 'range', message }]);
  };
  if (end <= now) refuse('must be in the future: a silence that is over silences nothing');
  if (end <= start) refuse('must be after the start');
  if (end - start > LONGEST_DAYS * DAY_MS)
    refuse(
      `must be at most ${LONGEST_DAYS} days after the start; pause the rule to have it quiet for longer`,
    );
}

/** @throws ContractError NOT_FOUND, CONFLICT when it has ended */
async function requireOpen(tx: Repositories, id: string, now: number): Promise<AlertSilenceRow> {
  const row = await tx.alertSilences.find(id);
  if (!row) throw notFound('silence', id);
  if (row.ends_at <= now) throw new ContractError('CONFLICT', 'This silence has ended already');
  return row;
}

type SilenceCalls =
  | 'listAlertSilences'
  | 'createAlertSilence'
  | 'updateAlertSilence'
  | 'endAlertSilence'
  | 'tryAlertSilence';

export const alertSilenceHandlers = {
  listAlertSilences: async ({ query, tx, now }) => {
    const rows = await tx.alertSilences.list(query.siteIds);
    const firing = await tx.alerts.countSilenced(query.siteIds);
    const alertSilences = toWindow(rows, query, 'desc').map((row) => toSilence(row, now, firing));
    return { alertSilences, pagination: { totalCount: rows.length } };
  },

  createAlertSilence: async ({ body, tx, services, principal, now, afterCommit }) => {
    const { siteId, ruleIds, scope, reason, startUnixTimeSeconds, endUnixTimeSeconds } = body.alertSilence;
    await requireSite(tx, siteId);
    await requireRules(tx, siteId, ruleIds);
    const start = Math.max(now, (startUnixTimeSeconds ?? 0) * 1000);
    const end = endUnixTimeSeconds * 1000;
    requireTimes(start, end, now);
    const id = services.ids('alert');
    await tx.alertSilences.insert({
      id,
      site_id: siteId,
      rule_ids: JSON.stringify(ruleIds),
      scope: JSON.stringify(scope),
      reason,
      created_by: principal.user.name,
      ended_by: '',
      starts_at: start,
      ends_at: end,
      created_at: now,
      revision: 1,
    });
    await markSilenced(tx, services.ids, siteId, now);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId }));
    return { id };
  },

  updateAlertSilence: async ({ path, body, tx, services, now, ifMatch, setEtag, afterCommit }) => {
    const { ruleIds, scope, reason, startUnixTimeSeconds, endUnixTimeSeconds } = body.alertSilence;
    const row = await requireOpen(tx, path.alertSilenceId, now);
    const siteId = row.site_id;
    const stored = toSilence(row, now, await tx.alerts.countSilenced([siteId]));
    requireVersion(ifMatch, row.revision, () => stored);
    await requireRules(tx, siteId, ruleIds);
    const isActive = row.starts_at <= now;
    const start = isActive ? row.starts_at : Math.max(now, (startUnixTimeSeconds ?? 0) * 1000);
    const end = endUnixTimeSeconds * 1000;
    requireTimes(start, end, now);
    const changed: AlertSilenceRow = {
      ...row,
      rule_ids: JSON.stringify(ruleIds),
      scope: JSON.stringify(scope),
      reason,
      starts_at: start,
      ends_at: end,
      revision: row.revision + 1,
    };
    await tx.alertSilences.update(changed);
    setEtag(changed.revision);
    await markSilenced(tx, services.ids, siteId, now);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId }));
    return { alertSilence: toSilence(changed, now, await tx.alerts.countSilenced([siteId])) };
  },

  endAlertSilence: async ({ path, tx, services, principal, now, afterCommit }) => {
    const row = await requireOpen(tx, path.alertSilenceId, now);
    await tx.alertSilences.update({ ...row, ended_by: principal.user.name, ends_at: now });
    await markSilenced(tx, services.ids, row.site_id, now);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId: row.site_id }));
    return {};
  },

  tryAlertSilence: async ({ body, tx, now }) => {
    const { siteId, ruleIds, scope } = body.alertSilence;
    await requireSite(tx, siteId);
    await requireRules(tx, siteId, ruleIds);
    const isCovered = createSilenceTest({ ruleIds, scope });
    const covered = (await tx.alerts.listFired(siteId, now - RECENT_MS)).filter(isCovered);
    return {
      firingCount: covered.filter(({ state }) => state === 'FIRING').length,
      recentCount: covered.filter(({ fired_at }) => fired_at >= now - RECENT_MS).length,
    };
  },
} satisfies Pick<Handlers, SilenceCalls>;
