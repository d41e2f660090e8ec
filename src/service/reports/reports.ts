import {
  type AlertDeliveryEvent,
  applyDeliveryEvent,
  computeRetryDelay,
  type DeliveryProgress,
} from '../../../machines/alert-delivery/index.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Flag } from '../../contract/flags.ts';
import type { ReportContent } from '../../contract/reports/kinds.ts';
import { getErrorMessage } from '../../contract/values.ts';
import { sendMailBy } from '../alerts/channels/email.ts';
import type { Apart } from '../apart/apart.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Clock } from '../clock.ts';
import type { CallAs } from '../http/in-process.ts';
import type { IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import { raise, resolve } from '../notifications/raising.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { ReportRunHead } from '../store/reports.ts';
import type { ReportRunRow } from '../store/schema.ts';
import { openConfig, type Sealer } from '../store/sealing.ts';
import { composeReport } from './compose.ts';
import { parseDocument, parseRecipients } from './entities.ts';
import { makeMail } from './mail.ts';
import { beginDue } from './runs.ts';

const TURN_MS = 10_000;
const SWEEP_MS = 3600_000;
const KEPT_MS = 366 * 86_400_000;
/** Longer than making or sending can take. */
const LEASE_MS = 5 * 60_000;
const EXPIRES_MS = 24 * 3600_000;
/** Longest delay: what is due later was stored before the clock was set back. */
const LONGEST_WAIT_MS = 2 * 3600_000;

/** Guarantees: src/docs/reports.md. */
export type Reports = {
  start(): void;
  stop(): Promise<void>;
  /** Makes and sends what is due; runs every ten seconds. */
  turn(): Promise<void>;
};

type Tools = {
  store: Store;
  clock: Clock;
  ids: IdSource;
  hub: Hub;
  log: Log;
  sealer: Sealer;
  apart: Apart;
  flags: readonly Flag[];
  makeCallAs(caller: () => Principal): CallAs;
  publicUrl: string;
};

/** May only read a site's report contents; dashboards also query received events. */
const createReader = (siteId: string, content: ReportContent): Principal => ({
  user: { id: '500000000000000000', name: 'Reports', email: '', picture: '', userType: 'LOCAL', roles: [] },
  grants: [
    {
      resource: 'PIPELINES',
      types: ['READ'],
      extra: content === 'DASHBOARD' ? ['LIVE_CAPTURE'] : [],
      siteIds: [siteId],
    },
    { resource: 'SITES', types: ['READ'], extra: [], siteIds: [siteId] },
    ...(content === 'DASHBOARD'
      ? [{ resource: 'SOURCES' as const, types: ['READ' as const], extra: [], siteIds: [siteId] }]
      : []),
  ],
  isAdministrator: false,
});

const formatBellKey = (reportId: string): string => `report:${reportId}`;

const toProgress = ({ mail_state, mail_attempts }: ReportRunHead): DeliveryProgress => ({
  state: mail_state as DeliveryProgress['state'],
  attempts: mail_attempts,
});

/** Makes due reports and mails them, stored before and after each step. */
export function createReports(tools: Tools): Reports {
  const { store, clock, ids, hub, log, sealer, apart, flags } = tools;
  const stopping = new AbortController();
  let busy = Promise.resolve();
  let timers: NodeJS.Timeout[] = [];

  const ring = (tx: Repositories, run: ReportRunHead, what: string, reason: string) =>
    raise(
      tx,
      ids,
      {
        siteId: run.site_id,
        key: formatBellKey(run.report_id),
        category: 'ALERTS',
        subCategory: 'REPORT_FAILED',
        severity: 'warning',
        message: `The report '${run.name}' was not ${what}`,
        reason,
      },
      clock(),
    );
  const publish = (siteId: string) => hub.publish({ type: 'notification.changed', siteId });

  /** Stores the change unless another process was faster. */
  const change = (
    run: ReportRunHead,
    changed: Partial<ReportRunRow>,
    also: (tx: Repositories) => Promise<unknown> = async () => {},
  ): Promise<boolean> =>
    store.transaction(async (tx) => {
      const current = await tx.reportRuns.findHead(run.id);
      const isSame =
        current?.state === run.state &&
        current.mail_state === run.mail_state &&
        current.leased_until === run.leased_until;
      if (!isSame) return false;
      await tx.reportRuns.update(run.id, changed);
      await also(tx);
      return true;
    });

  const make = async (run: ReportRunHead): Promise<void> => {
    const leased_until = clock() + LEASE_MS;
    if (!(await change(run, { state: 'MAKING', leased_until }))) return;
    const begun = { ...run, state: 'MAKING', leased_until };
    try {
      const site = await store.sites.find(run.site_id);
      if (!site) return;
      const content = run.content as ReportContent;
      const document = await composeReport({
        callAs: tools.makeCallAs(() => createReader(run.site_id, content)),
        dashboardId: (await store.reports.find(run.report_id))?.dashboard ?? '',
        siteId: run.site_id,
        siteName: site.name,
        timeZone: run.time_zone,
        span: { start: run.span_start, end: run.span_end },
        now: clock(),
        title: run.name,
        content,
        note: run.note,
      });
      const isMailed = parseRecipients(run).length > 0;
      const now = clock();
      await change(
        begun,
        {
          state: 'MADE',
          document: JSON.stringify(document),
          made_at: now,
          leased_until: 0,
          ...(isMailed ? { mail_state: 'WAITING', expires_at: now + EXPIRES_MS, next_attempt_at: now } : {}),
        },
        async (tx) => {
          if (!isMailed) await resolve(tx, run.site_id, formatBellKey(run.report_id), now);
        },
      );
    } catch (error) {
      log.error({ err: error, report: run.name }, 'a report was not made');
      const problem =
        error instanceof ContractError ? error.message : `It was not made: ${getErrorMessage(error)}`;
      const advice = 'Run it again; if it fails again, the log of the service says more';
      await change(begun, { state: 'FAILED', problem, advice, leased_until: 0 }, (tx) =>
        ring(tx, run, 'made', `${problem}. ${advice}`),
      );
      publish(run.site_id);
    }
  };

  const apply = (
    run: ReportRunHead,
    event: AlertDeliveryEvent,
    more: Partial<ReportRunRow>,
    also?: (tx: Repositories, state: DeliveryProgress['state']) => Promise<unknown>,
  ): Promise<boolean> => {
    const { state, attempts } = applyDeliveryEvent(toProgress(run), event);
    return change(run, { mail_state: state, mail_attempts: attempts, ...more }, (tx) =>
      also ? also(tx, state) : Promise.resolve(),
    );
  };

  const fail = (run: ReportRunHead, event: AlertDeliveryEvent, problem: string, advice: string) =>
    apply(run, event, { problem, advice, leased_until: 0 }, (tx) => ring(tx, run, 'sent', advice || problem));

  const send = async (run: ReportRunHead): Promise<void> => {
    const now = clock();
    if (run.expires_at <= now) {
      const last = run.problem === '' ? '' : `. The last try: ${run.problem}`;
      await fail(run, { type: 'delivery.expired' }, `It was given up after 24 hours${last}`, run.advice);
      return publish(run.site_id);
    }
    const channel = await store.alertChannels.find(run.channel_id);
    if (channel?.enabled !== 1 || channel.type !== 'EMAIL') {
      const problem = channel ? `The channel '${channel.name}' is paused` : 'The channel was deleted';
      const advice = channel
        ? 'Resume the channel, then run the report again'
        : 'Choose another channel for the report';
      await fail(run, { type: 'delivery.canceled' }, problem, advice);
      return publish(run.site_id);
    }
    const leased_until = now + LEASE_MS;
    if (!(await apply(run, { type: 'attempt.begun' }, { leased_until }))) return;
    const begun = { ...run, mail_state: 'SENDING', mail_attempts: run.mail_attempts + 1, leased_until };
    const stored = await store.reportRuns.find(run.id);
    const document = parseDocument(stored?.document ?? '');
    if (!document) return;
    const link =
      tools.publicUrl === '' ? '' : `${tools.publicUrl}/reports?report=${run.report_id}&run=${run.id}`;
    const mail = await makeMail(apart, run, document, link).catch((error: unknown) => getErrorMessage(error));
    const { signal } = stopping;
    const outcome =
      typeof mail === 'string'
        ? {
            isAccepted: false as const,
            problem: `The file was not made: ${mail}`,
            advice: 'Download it as CSV or HTML',
            canRetry: true,
          }
        : await sendMailBy(openConfig({ sealer }, channel), mail, { now, signal });
    if (outcome.isAccepted) {
      const done = { sent_at: clock(), leased_until: 0, problem: outcome.note ?? '', advice: '' };
      await apply(begun, { type: 'attempt.accepted' }, done, (tx) =>
        resolve(tx, run.site_id, formatBellKey(run.report_id), clock()),
      );
    } else if (signal.aborted) {
      // The next process sends it at once.
      await apply(begun, { type: 'attempt.lost' }, { leased_until: 0 });
    } else {
      const { problem, advice, canRetry } = outcome;
      log.warn({ report: run.name, problem }, 'a report was not sent');
      const next_attempt_at = clock() + computeRetryDelay(begun.mail_attempts);
      await apply(
        begun,
        { type: 'attempt.failed', canRetry },
        { problem, advice, leased_until: 0, next_attempt_at },
        async (tx, state) => {
          if (state === 'FAILED') await ring(tx, run, 'sent', advice);
        },
      );
    }
    publish(run.site_id);
  };

  const takeOver = async (before?: number): Promise<void> => {
    for (const run of await store.reportRuns.lost(before)) {
      if (run.state === 'MAKING') await change(run, { state: 'WAITING', leased_until: 0 });
      else
        await apply(
          run,
          { type: 'attempt.lost' },
          {
            leased_until: 0,
            next_attempt_at: 0,
            problem: 'The service ended while it was sent, so it may come twice',
          },
        );
    }
  };

  const turn = async (): Promise<void> => {
    await takeOver(clock());
    for (const report of await store.reports.due(clock()))
      await store.transaction((tx) => beginDue(tx, ids, report, clock()));
    for (const run of await store.reportRuns.toMake()) {
      if (stopping.signal.aborted) return;
      await make(run);
    }
    const waiting = await store.reportRuns.toSend(clock(), clock() + LONGEST_WAIT_MS);
    // In parallel per channel, so that a slow mail server delays no other.
    const byChannel = Map.groupBy(waiting, ({ channel_id }) => channel_id);
    await Promise.all(
      [...byChannel.values()].map(async (runs) => {
        for (const run of runs) if (!stopping.signal.aborted) await send(run);
      }),
    );
  };

  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    busy = busy.then(work).catch((error: unknown) => log.error({ err: error }, 'reports failed'));
    return busy;
  };

  return {
    start: () => {
      if (!flags.includes('userReports')) return;
      // SQLite has one process: earlier leases were of a dead one.
      if (store.kind === 'sqlite') void runInTurn(() => takeOver());
      void runInTurn(turn);
      timers = [
        setInterval(() => void runInTurn(turn), TURN_MS),
        setInterval(() => void runInTurn(() => store.reportRuns.sweep(clock() - KEPT_MS)), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      await busy;
    },
    turn: () => runInTurn(turn),
  };
}
