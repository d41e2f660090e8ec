import {
  type AlertDeliveryEvent,
  applyDeliveryEvent,
  computeRetryDelay,
  type DeliveryProgress,
  isEndedDelivery,
} from '../../../machines/alert-delivery/index.ts';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import { raise, resolve } from '../notifications/raising.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../store/schema.ts';
import { openConfig, type Sealer } from '../store/sealing.ts';
import { sendByChannel } from './channels/channels.ts';
import type { SendOutcome } from './channels/kind.ts';
import type { AlertMessage } from './channels/message.ts';

const TURN_MS = 5000;
/** Longer than any attempt: an older lease belonged to a dead process. */
const LEASE_MS = 60_000;
/** Longest delay: what is due later was stored before the clock was set back. */
const LONGEST_WAIT_MS = 2 * 3600_000;
const DUE_AT_ONCE = 500;
const TRIES_BEFORE_BELL = 3;

/** Guarantees: src/docs/alerts.md. */
export type Deliveries = {
  start(): void;
  stop(): Promise<void>;
  /** Sends what is due, and waits for it. Runs every five seconds. */
  turn(): Promise<void>;
};

type Tools = { store: Store; clock: Clock; ids: IdSource; hub: Hub; log: Log; sealer: Sealer };

const toProgress = ({ state, attempts }: AlertDeliveryRow): DeliveryProgress =>
  ({ state, attempts }) as DeliveryProgress;

const formatBellKey = (channelId: string): string => `alert-channel:${channelId}`;

/**
 * Sends one message at a time per channel, so that a slow one delays no other. State is stored before and
 * after each attempt: a crash loses nothing, and at worst repeats a message with the same id.
 */
export function createDeliveries(tools: Tools): Deliveries {
  const { store, clock, ids, hub, log, sealer } = tools;
  const working = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let beginning: Promise<void> = Promise.resolve();

  const publish = (siteId: string) => hub.publish({ type: 'notification.changed', siteId });

  /** Stores the machine's next state; nothing if another process was faster. */
  const change = (
    row: AlertDeliveryRow,
    event: AlertDeliveryEvent,
    more: Partial<AlertDeliveryRow> = {},
    also: (tx: Repositories, next: DeliveryProgress) => Promise<void> = async () => {},
  ): Promise<AlertDeliveryRow | undefined> =>
    store.transaction(async (tx) => {
      const current = await tx.alertDeliveries.find(row.id);
      if (!current || current.state !== row.state || current.leased_until !== row.leased_until)
        return undefined;
      const before = toProgress(current);
      const next = applyDeliveryEvent(before, event);
      if (next === before) return undefined;
      const changed = { ...next, ...more };
      await tx.alertDeliveries.update(row.id, changed);
      await also(tx, next);
      return { ...current, ...changed };
    });

  const ringBell = (tx: Repositories, row: AlertDeliveryRow, advice: string, now: number) =>
    raise(
      tx,
      ids,
      {
        siteId: row.site_id,
        key: formatBellKey(row.channel_id),
        category: 'ALERTS',
        subCategory: 'CHANNEL_FAILING',
        severity: 'error',
        message: `The channel '${row.channel_name}' takes no alerts`,
        // Readers of the site see this, so the destination is left out.
        reason: advice,
      },
      now,
    );

  const settle = async (row: AlertDeliveryRow, outcome: SendOutcome): Promise<boolean> => {
    const now = clock();
    if (outcome.isAccepted) {
      const done = { sent_at: now, leased_until: 0, problem: outcome.note ?? '', advice: '' };
      await change(row, { type: 'attempt.accepted' }, done, async (tx) => {
        const channel = await tx.alertChannels.find(row.channel_id);
        if (channel?.problem) await tx.alertDeliveries.hasten(row.channel_id);
        await tx.alertChannels.setOutcome(row.channel_id, { last_sent_at: now, problem: '' });
        for (const siteId of await tx.alertDeliveries.sitesOf(row.channel_id))
          await resolve(tx, siteId, formatBellKey(row.channel_id), now);
      });
      return true;
    }
    const { problem, advice, canRetry, askedMs } = outcome;
    log.warn({ channel: row.channel_name, delivery: row.id, problem }, 'an alert was not delivered');
    const until = now + computeRetryDelay(row.attempts, askedMs);
    const failed = { problem, advice, leased_until: 0, next_attempt_at: until };
    await change(row, { type: 'attempt.failed', canRetry }, failed, async (tx, next) => {
      await tx.alertChannels.setOutcome(row.channel_id, { last_failed_at: now, problem });
      // A receiver that is busy now is busy for the other messages too.
      if (canRetry) await tx.alertDeliveries.postpone(row.channel_id, until);
      if (next.state === 'FAILED' || next.attempts === TRIES_BEFORE_BELL)
        await ringBell(tx, row, advice, now);
    });
    // A final refusal does not affect the next message.
    return !canRetry;
  };

  const cancel = (row: AlertDeliveryRow, problem: string) =>
    change(row, { type: 'delivery.canceled' }, { problem, advice: '' });

  const expire = (row: AlertDeliveryRow) => {
    const last = row.problem === '' ? '' : `. The last try: ${row.problem}`;
    const problem = `It was given up after 24 hours${last}`;
    return change(row, { type: 'delivery.expired' }, { problem }, async (tx) => {
      await ringBell(tx, row, row.advice, clock());
    });
  };

  /** An end is sent only after the message it ends, whatever the clock says. */
  const isReady = async (row: AlertDeliveryRow): Promise<boolean> => {
    if (row.kind === 'FIRING') return true;
    const begun = (await store.alertDeliveries.related(row)).filter(({ kind }) => kind === 'FIRING');
    if (begun.some((one) => !isEndedDelivery(toProgress(one).state))) return false;
    if (begun.some(({ state }) => state === 'SENT')) return true;
    await cancel(row, 'The message that it fired was never delivered');
    return false;
  };

  /** @returns false to end the channel's turn */
  const deliver = async (channel: AlertChannelRow | undefined, row: AlertDeliveryRow): Promise<boolean> => {
    const now = clock();
    if (row.expires_at <= now) return (await expire(row)) !== undefined;
    if (channel?.enabled !== 1) {
      await cancel(row, channel ? 'The channel was paused' : 'The channel was deleted');
      return true;
    }
    if (!(await isReady(row))) return true;
    const begun = { leased_until: now + LEASE_MS, last_attempt_at: now };
    const claimed = await change(row, { type: 'attempt.begun' }, begun);
    if (!claimed) return true;
    const message = JSON.parse(row.message) as AlertMessage;
    const { signal } = stopping;
    const outcome = await sendByChannel(channel.type, openConfig({ sealer }, channel), {
      id: row.id,
      message,
      now,
      signal,
    });
    if (signal.aborted && !outcome.isAccepted) {
      // The next process sends it at once.
      await change(claimed, { type: 'attempt.lost' }, { leased_until: 0 });
      return false;
    }
    return settle(claimed, outcome);
  };

  const workChannel = async (channelId: string, rows: readonly AlertDeliveryRow[]): Promise<void> => {
    const sites = new Set<string>();
    for (const row of rows) {
      if (stopping.signal.aborted) break;
      sites.add(row.site_id);
      // Reread, since a person may have changed it.
      if (!(await deliver(await store.alertChannels.find(channelId), row))) break;
    }
    for (const siteId of sites) publish(siteId);
  };

  const takeOver = async (before?: number): Promise<void> => {
    for (const row of await store.alertDeliveries.lost(before))
      await change(
        row,
        { type: 'attempt.lost' },
        {
          leased_until: 0,
          next_attempt_at: 0,
          problem: 'The service ended while it was sent, so the receiver may get it twice',
        },
      );
  };

  const turn = async (): Promise<void> => {
    try {
      const now = clock();
      await takeOver(now);
      const due = await store.alertDeliveries.due(now, now + LONGEST_WAIT_MS, DUE_AT_ONCE);
      for (const [channelId, rows] of Map.groupBy(due, ({ channel_id }) => channel_id)) {
        if (working.has(channelId)) continue;
        const work = workChannel(channelId, rows)
          .catch((error: unknown) => log.error({ err: error }, 'delivering alerts failed'))
          .finally(() => working.delete(channelId));
        working.set(channelId, work);
      }
    } catch (error) {
      log.error({ err: error }, 'delivering alerts failed');
    }
    await Promise.all(working.values());
  };

  const begin = async (): Promise<void> => {
    // SQLite has one process: earlier leases were of a dead one.
    if (store.kind === 'sqlite') await takeOver();
    await turn();
  };

  return {
    start: () => {
      beginning = begin().catch((error: unknown) => log.error({ err: error }, 'delivering alerts failed'));
      timer = setInterval(() => void turn(), TURN_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await beginning;
      await Promise.all(working.values());
    },
    turn,
  };
}
