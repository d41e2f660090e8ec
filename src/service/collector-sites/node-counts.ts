import type { Meter } from '../../collector/meters.ts';
import type { SiteMeters } from '../../collector/render-site.ts';
import type { Counters, EngineReport } from '../../engine/port.ts';
import type { ComponentCount } from '../fleets/telemetry/component-counts.ts';

/** In seconds. */
const BUCKET_SECONDS = 10;
/** Growth between two reports is spread evenly over at most this time. */
const SPREAD_MS = 3_600_000;

type CountersReport = Extract<EngineReport, { type: 'counters' }>;
type NodeMeter = SiteMeters[string][number];

export type NodeGrowth = {
  pipelineId: string;
  node: NodeMeter;
  in: number;
  out: number;
  failed: number;
  /** In exporter queues now; undefined if not reported. */
  waitingBytes: number | undefined;
  waitingMaxBytes: number | undefined;
};

const createCounters = (): Counters => ({
  ...{ eventsIn: 0, eventsOut: 0, eventsDropped: 0, eventsCreated: 0, eventsMerged: 0 },
  ...{ eventsDeadLetter: 0, eventsBuffered: 0, bytesIn: 0, bytesOut: 0, bytesDropped: 0 },
  ...{ bytesDeadLetter: 0, bytesBuffered: 0, rawBytes: 0, errors: 0, objectsWritten: 0, lastEventAt: 0 },
});

/** Node growth from component counters. Paths that share a component share its counts. */
export function toNodeGrowth(meters: SiteMeters, counts: readonly ComponentCount[]): NodeGrowth[] {
  const sums = new Map<string, number>();
  for (const { counter, component, value } of counts) {
    const key = `${counter} ${component}`;
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  const sum = (points: readonly Meter[]): number =>
    points.reduce(
      (all, { counter, component, share }) =>
        all + Math.round((sums.get(`${counter} ${component}`) ?? 0) / share),
      0,
    );
  const level = (counter: ComponentCount['counter'], points: readonly Meter[]): number | undefined => {
    const known = points.flatMap(({ component }) => sums.get(`${counter} ${component}`) ?? []);
    return known.length === 0 ? undefined : known.reduce((all, one) => all + one, 0);
  };
  return Object.entries(meters).flatMap(([pipelineId, nodes]) =>
    nodes.map((node) => ({
      pipelineId,
      node,
      in: sum(node.in),
      out: sum(node.out),
      failed: sum(node.failed),
      waitingBytes: level('waitingBytes', node.failed),
      waitingMaxBytes: level('waitingMaxBytes', node.failed),
    })),
  );
}

const PARTS = ['in', 'out', 'dropped', 'created', 'failed'] as const;
type Part = Record<(typeof PARTS)[number], number>;

const createPart = (): Part => ({ in: 0, out: 0, dropped: 0, created: 0, failed: 0 });

/** What a destination has neither sent nor given up waits on the agents' disks. */
function toPart({ node, failed, ...growth }: NodeGrowth): Part {
  const less = growth.in - growth.out;
  return node.nodeType === 'SINK'
    ? { in: growth.in, out: growth.out, dropped: failed, created: 0, failed }
    : { in: growth.in, out: growth.out, dropped: Math.max(0, less), created: Math.max(0, -less), failed: 0 };
}

/** Buckets between two times, each with the share of time passed at its end. */
function listBuckets(since: number, until: number): { begin: number; gone: number }[] {
  const width = BUCKET_SECONDS * 1000;
  const from = Math.max(since, until - SPREAD_MS);
  const last = Math.floor(until / width) * width;
  if (from >= until) return [{ begin: last, gone: 1 }];
  const buckets = [];
  for (let begin = Math.floor(from / width) * width; begin < until; begin += width)
    buckets.push({ begin, gone: (Math.min(begin + width, until) - from) / (until - from) });
  return buckets;
}

/**
 * Adds up what agents report of nodes. Times are estimated: counts are spread evenly since the agent's
 * previous report, a minute before.
 * @param bootId of this service start
 */
export function createNodeCounts(bootId: string) {
  const totals: Record<string, Record<string, Counters>> = {};
  /** By bucket start in Unix milliseconds, then `pipelineId/componentId`. */
  let pending = new Map<number, Map<string, Part>>();
  let sequence = 0;

  const keep = (at: number, { pipelineId, node }: NodeGrowth, part: Part): void => {
    const ofBucket = pending.get(at) ?? new Map();
    pending.set(at, ofBucket);
    const key = `${pipelineId}/${node.componentId}`;
    const kept = ofBucket.get(key) ?? createPart();
    for (const name of PARTS) kept[name] += part[name];
    ofBucket.set(key, kept);
  };

  const add = (key: string, part: Part, at: number): void => {
    const [pipelineId = '', componentId = ''] = key.split('/');
    const ofPipeline = totals[pipelineId] ?? {};
    totals[pipelineId] = ofPipeline;
    const counters = ofPipeline[componentId] ?? createCounters();
    ofPipeline[componentId] = counters;
    counters.eventsIn += part.in;
    counters.eventsOut += part.out;
    counters.eventsDropped += part.dropped;
    counters.eventsCreated += part.created;
    counters.errors += part.failed;
    if (part.in > 0 || part.out > 0) counters.lastEventAt = Math.max(counters.lastEventAt, at);
  };

  return {
    /** @param since Unix milliseconds of the agent's previous report, if known */
    take(growth: readonly NodeGrowth[], since: number | undefined, now: number): void {
      const buckets = listBuckets(since ?? now, now);
      for (const one of growth) {
        const whole = toPart(one);
        for (const [at, { begin, gone }] of buckets.entries()) {
          const before = buckets[at - 1]?.gone ?? 0;
          const part = createPart();
          // Whole events whose sum is the total.
          for (const name of PARTS)
            part[name] = Math.round(whole[name] * gone) - Math.round(whole[name] * before);
          if (PARTS.some((name) => part[name] > 0)) keep(begin, one, part);
        }
      }
    },
    drain(): CountersReport[] {
      const taken = [...pending].sort(([a], [b]) => a - b);
      pending = new Map();
      return taken.map(([at, parts]) => {
        for (const [key, part] of parts) add(key, part, at);
        sequence += 1;
        return { type: 'counters', bootId, sequence, at, pipelines: structuredClone(totals) };
      });
    },
  };
}
