import { createReadWriteLock } from '../../analytics/read-write-lock.ts';
import type { Clock } from '../../clock.ts';
import type { VolumeRange } from '../../store/fleet-volumes.ts';
import type { Store } from '../../store/index.ts';
import type { FleetAgentVolumeRow } from '../../store/schema.ts';
import {
  type Counted,
  createCounters,
  createVolumes,
  VOLUME_COLUMNS,
  type VolumeColumn,
  type Volumes,
} from './counters.ts';
import { createProcessUsages, type ProcessUsage } from './process-usage.ts';
import type { CounterPoint } from './read-metrics.ts';

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
/** Minutes; hours are kept for 60 days. */
export const MINUTES_KEPT_SECONDS = 26 * HOUR_SECONDS;
const KEPT_SECONDS = 60 * 86_400;
/** Growth between two reports is spread evenly over at most this time. */
const SPREAD_MS = 3_600_000;
/** Older rates say nothing about now. */
const RATE_FRESH_MS = 180_000;
/** Kept while they cannot be stored, as on a full disk. */
const MOST_UNSTORED = 50_000;
const ROWS_PER_TRANSACTION = 2000;

export type VolumePoint = Volumes & { at: number; counts: Set<VolumeColumn> };
export type Throughput = { receivedPerSecond: number; sentPerSecond: number; failedPerSecond: number };

type Reporter = { id: string; fleet_id: string };
type Rate = { at: number; rate: Throughput | undefined };

const COUNTED_ALWAYS = ['received', 'refused', 'sent', 'failed'] as const;

const addRow = (kept: FleetAgentVolumeRow, row: FleetAgentVolumeRow): void => {
  for (const name of [...VOLUME_COLUMNS, 'received_byte_reports', 'sent_byte_reports'] as const)
    kept[name] += row[name];
};

const floorTo = (time: number, seconds: number): number => Math.floor(time / seconds) * seconds;

/** Splits a span by minute (Unix seconds), with each minute's share. */
function splitIntoMinutes(since: number, until: number): { bucket: number; share: number }[] {
  const from = Math.max(since, until - SPREAD_MS);
  if (from >= until) return [{ bucket: floorTo(until / 1000, MINUTE_SECONDS), share: 1 }];
  const parts: { bucket: number; share: number }[] = [];
  for (let at = from; at < until; ) {
    const bucket = floorTo(at / 1000, MINUTE_SECONDS);
    const next = Math.min(until, (bucket + MINUTE_SECONDS) * 1000);
    parts.push({ bucket, share: (next - at) / (until - from) });
    at = next;
  }
  return parts;
}

export type AgentVolumes = ReturnType<typeof createAgentVolumes>;

export function createAgentVolumes({ store, clock }: { store: Store; clock: Clock }) {
  const lock = createReadWriteLock();
  const counters = createCounters(clock());
  const usages = createProcessUsages();
  const rates = new Map<string, Rate>();
  const fleetReports = new Map<string, number>();
  let unstored = new Map<string, FleetAgentVolumeRow>();

  const keep = (row: FleetAgentVolumeRow): void => {
    const key = `${row.agent_id}/${row.bucket}`;
    const kept = unstored.get(key);
    if (!kept) {
      if (unstored.size < MOST_UNSTORED) unstored.set(key, row);
      return;
    }
    addRow(kept, row);
  };

  const storeAll = async (): Promise<void> => {
    // Sorted, since several services updating a fleet's rows would otherwise deadlock.
    const rows = [...unstored.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    unstored = new Map();
    for (let done = 0; done < rows.length; done += ROWS_PER_TRANSACTION) {
      const part = rows.slice(done, done + ROWS_PER_TRANSACTION);
      const hours = new Map<string, FleetAgentVolumeRow>();
      for (const row of part) {
        const bucket = floorTo(row.bucket, HOUR_SECONDS);
        const key = `${row.agent_id}/${bucket}`;
        const kept = hours.get(key);
        if (!kept) hours.set(key, { ...row, bucket, seconds: HOUR_SECONDS });
        else addRow(kept, row);
      }
      try {
        await store.transaction(async (tx) => {
          await tx.fleetVolumes.add(part);
          await tx.fleetVolumes.add([...hours.values()]);
        });
      } catch (error) {
        for (const row of rows.slice(done)) keep(row);
        throw error;
      }
    }
  };

  return {
    /** Adds growth since the previous report to the agent and its current fleet. */
    take({ id: agentId, fleet_id: fleetId }: Reporter, points: readonly CounterPoint[]): Counted {
      const now = clock();
      fleetReports.set(fleetId, now);
      usages.take(agentId, points, now);
      const counted = counters.take(agentId, points, now);
      const { volumes, counts, since } = counted;
      const seconds = since === undefined ? 0 : (now - since) / 1000;
      rates.set(agentId, {
        at: now,
        rate:
          seconds > 0
            ? {
                receivedPerSecond: volumes.received / seconds,
                sentPerSecond: volumes.sent / seconds,
                failedPerSecond: volumes.failed / seconds,
              }
            : undefined,
      });
      for (const { bucket, share } of splitIntoMinutes(since ?? now, now)) {
        const figures = createVolumes();
        for (const name of VOLUME_COLUMNS) figures[name] = volumes[name] * share;
        for (const owner of [agentId, fleetId])
          keep({
            agent_id: owner,
            seconds: MINUTE_SECONDS,
            bucket,
            ...figures,
            received_byte_reports: counts.has('received_bytes') ? 1 : 0,
            sent_byte_reports: counts.has('sent_bytes') ? 1 : 0,
          });
      }
      return counted;
    },
    throughput(agentId: string): Throughput | undefined {
      const known = rates.get(agentId);
      return known && clock() - known.at < RATE_FRESH_MS ? known.rate : undefined;
    },
    /** From its last report since the service started, if any. */
    usage: (agentId: string): ProcessUsage | undefined => usages.find(agentId),
    /** Unix milliseconds of the last report of an agent or fleet since the service started, or 0. */
    reportedAt: (ownerId: string): number => rates.get(ownerId)?.at ?? fleetReports.get(ownerId) ?? 0,
    forget(ownerId: string): void {
      counters.forget(ownerId);
      usages.forget(ownerId);
      rates.delete(ownerId);
      fleetReports.delete(ownerId);
      for (const [key, { agent_id }] of unstored) if (agent_id === ownerId) unstored.delete(key);
    },
    /**
     * Points with reports, by time. The lock keeps a flush from coming between stored rows and those in
     * memory.
     */
    read: (range: Omit<VolumeRange, 'seconds'>, ownerId: string): Promise<VolumePoint[]> =>
      lock.read(async () => {
        const seconds = range.resolution % HOUR_SECONDS === 0 ? HOUR_SECONDS : MINUTE_SECONDS;
        const stored = await store.fleetVolumes.read({ ...range, seconds }, ownerId);
        const mine = [...unstored.values()].filter(
          ({ agent_id, bucket }) => agent_id === ownerId && bucket >= range.from && bucket < range.to,
        );
        const points = new Map<number, VolumePoint>();
        for (const row of [...stored, ...mine]) {
          const at = floorTo(Number(row.bucket), range.resolution);
          const kept = points.get(at) ?? { ...createVolumes(), at, counts: new Set(COUNTED_ALWAYS) };
          for (const name of VOLUME_COLUMNS) kept[name] += Number(row[name]);
          if (Number(row.received_byte_reports) > 0) kept.counts.add('received_bytes');
          if (Number(row.sent_byte_reports) > 0) kept.counts.add('sent_bytes');
          points.set(at, kept);
        }
        return [...points.values()].sort((a, b) => a.at - b.at);
      }),
    flush: (): Promise<void> => lock.write(() => (unstored.size === 0 ? Promise.resolve() : storeAll())),
    async sweep(): Promise<void> {
      const now = clock() / 1000;
      await store.fleetVolumes.sweep(MINUTE_SECONDS, now - MINUTES_KEPT_SECONDS);
      await store.fleetVolumes.sweep(HOUR_SECONDS, now - KEPT_SECONDS);
    },
  };
}
