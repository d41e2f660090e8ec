import type { HealthFigures } from '../../contract/entities/health.ts';
import { toCount } from '../../contract/parameters.ts';
import {
  type Counters,
  computeLatency,
  type EngineReport,
  type ErrorReport,
  type Gauges,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { computeHealth, type Health, type HealthFacts } from './rules.ts';

/** Larger shifts mean the engine's clock was set; smaller ones are slow reports. */
const JUMP_MS = 2000;

/** Converts times of an engine's clock, which may be set, to a monotonic clock. */
function createSteadyTimes(now: Clock) {
  let ahead: number | undefined;
  const of = (time: number) => Math.min(now(), time - (ahead ?? 0));
  return {
    of,
    /** True when the engine's clock was set since the previous report. */
    hear(at: number): boolean {
      const found = at - now();
      const isFirst = ahead === undefined;
      if (Math.abs(found - (ahead ?? Number.POSITIVE_INFINITY)) <= JUMP_MS) return false;
      ahead = found;
      return !isFirst;
    },
  };
}

const WINDOW_MS = 60_000;
const STEP_MS = 5000;
/** Shorter periods give no meaningful share. */
const SHARE_MS = 3000;

type CountersReport = Extract<EngineReport, { type: 'counters' }>;
/** `at` by our steady clock; counters use the engine's. */
type Sample = { at: number; counters: Counters; gauges: Gauges };
type Problem = { at: number; level: ErrorReport['level']; count: number };
/** By our steady clock, and as reported. */
type Watched = {
  samples: Sample[];
  latest: Sample;
  lastEventAt: number;
  toldEventAt: number;
  state: Health['state'];
};
type Trouble = { problems: Problem[]; lastErrorAt: number; lastError: string };

export type NodeHealth = Health & {
  pipelineId: string;
  componentId: string;
  nodeId: string;
  nodeType: Gauges['nodeType'];
  figures: HealthFigures;
  latency: Gauges['latency'];
};

export type HealthChange = {
  pipelineId: string;
  componentId: string;
  before: Health['state'];
  now: Health['state'];
};

export type KnownEventAt = (pipelineId: string, componentId: string) => number;

const formatKey = (pipelineId: string, componentId: string): string => `${pipelineId}/${componentId}`;

const sumLost = ({ counters, gauges }: Sample): number =>
  counters.eventsDeadLetter + (gauges.nodeType === 'TRANSFORM' ? 0 : counters.eventsDropped);

/** Histogram of the window's latencies; null without measurements. */
function countLatency({ samples, latest }: Watched): readonly number[] | null {
  const before = samples[0]?.gauges.latency?.counts;
  return latest.gauges.latency?.counts.map((count, at) => count - (before?.[at] ?? 0)) ?? null;
}

/** Baseline of a new node: it started between reports, so everything counted is new. */
function createWindow({ at, pipelines }: CountersReport, key: string, latest: Sample): Sample {
  const [pipelineId = '', componentId = ''] = key.split('/');
  const counters = pipelines[pipelineId]?.[componentId];
  // It ran before without counting.
  if (counters) return { at, counters, gauges: latest.gauges };
  const nothing = { eventsIn: 0, eventsOut: 0, eventsDropped: 0, eventsDeadLetter: 0 };
  return {
    at,
    counters: { ...latest.counters, ...nothing },
    gauges: { ...latest.gauges, busyMs: 0, retries: 0, latency: { counts: [], sumMs: 0 } },
  };
}

/**
 * Keeps the last minute's reports and computes node health.
 * @param now monotonic
 * @param knownEventAt last known event of a node, also from before the engine started; Unix milliseconds, 0
 * for never
 */
export function createHealthTracker(now: Clock, knownEventAt: KnownEventAt = () => 0) {
  const times = createSteadyTimes(now);
  /** In times of our clock. */
  let report: CountersReport | undefined;
  let nodes = new Map<string, Watched>();
  const troubles = new Map<string, Trouble>();

  const collectFacts = (
    key: string,
    { samples, latest, lastEventAt }: Watched,
  ): HealthFacts & { retries: number; eventsOut: number } => {
    const first = samples[0] ?? latest;
    const { counters, gauges, at } = latest;
    const { problems = [], lastErrorAt = 0, lastError = '' } = troubles.get(key) ?? {};
    const recent = problems.filter((one) => one.at > at - WINDOW_MS);
    const readCount = (level: Problem['level']) =>
      recent.reduce((sum, one) => (one.level === level ? sum + one.count : sum), 0);
    const { buffer } = gauges;
    return {
      nodeType: gauges.nodeType,
      now: at,
      eventsIn: counters.eventsIn - first.counters.eventsIn,
      eventsOut: counters.eventsOut - first.counters.eventsOut,
      eventsLost: Math.max(0, sumLost(latest) - sumLost(first)),
      errors: readCount('ERROR'),
      warnings: readCount('WARN'),
      retries: gauges.retries - first.gauges.retries,
      eventsBuffered: counters.eventsBuffered,
      bufferShare: buffer && buffer.bytes / buffer.maxBytes,
      lagSeconds: buffer && Math.max(0, buffer.oldestAgeMs - buffer.lingerMs) / 1000,
      utilisation:
        at - first.at < SHARE_MS
          ? null
          : Math.min(1, (gauges.busyMs - first.gauges.busyMs) / (at - first.at)),
      lastEventAt,
      lastErrorAt,
      lastError,
    };
  };

  /** The newest sample older than the window is the baseline. */
  const keep = (former: Sample[], sample: Sample): Sample[] => {
    const last = former.at(-1);
    const samples = last && sample.at - last.at < STEP_MS ? former : [...former, sample];
    const begin = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
    return begin > 0 ? samples.slice(begin) : samples;
  };

  /** @param since no new counts before it */
  const findLastEvent = (
    { lastEventAt }: Counters,
    former: Watched | undefined,
    since: number,
    known: number,
  ): number => {
    // A new deployment counts from zero but keeps its last event.
    const isSame = former && former.toldEventAt === (lastEventAt || known);
    if (isSame && former.lastEventAt !== 0) return former.lastEventAt;
    if (lastEventAt === 0) return known === 0 ? 0 : times.of(known);
    return Math.max(times.of(lastEventAt), since);
  };

  const takeCounters = (told: CountersReport): HealthChange[] => {
    const { bootId, pipelines, gauges } = told;
    if (!gauges) return [];
    const isJump = times.hear(told.at);
    const at = times.of(told.at);
    // The first report holds the counts since the start, a moment ago.
    const sinceStart = told.sequence === 0 ? { ...told, at, pipelines: {} } : undefined;
    const before = report?.bootId === bootId ? report : sinceStart;
    report = { ...told, at };
    const changes: HealthChange[] = [];
    const next = new Map<string, Watched>();
    for (const [pipelineId, components] of Object.entries(gauges)) {
      for (const [componentId, gauge] of Object.entries(components)) {
        const counters = pipelines[pipelineId]?.[componentId];
        if (!counters) continue;
        const key = formatKey(pipelineId, componentId);
        const former = nodes.get(key);
        const latest = { at, counters, gauges: gauge };
        const begun = before && (former?.samples ?? [createWindow(before, key, latest)]);
        const state = former?.state ?? 'waiting';
        const known = knownEventAt(pipelineId, componentId);
        // Events of the second in which the clock was set may carry the old time.
        const isUnsure = isJump || told.sequence === 0;
        const since = before && (former?.latest.at ?? (isUnsure ? before.at : undefined));
        const lastEventAt = findLastEvent(
          counters,
          before && former,
          since ?? Number.NEGATIVE_INFINITY,
          known,
        );
        const toldEventAt = counters.lastEventAt || known;
        const samples = keep(begun ?? [], latest);
        const watched: Watched = { samples, latest, lastEventAt, toldEventAt, state };
        watched.state = computeHealth(collectFacts(key, watched)).state;
        next.set(key, watched);
        if (watched.state !== state)
          changes.push({ pipelineId, componentId, before: state, now: watched.state });
      }
    }
    nodes = next;
    for (const key of troubles.keys()) if (!nodes.has(key)) troubles.delete(key);
    return changes;
  };

  const takeErrors = (errors: readonly ErrorReport[]): void => {
    for (const { pipelineId, componentId, level, count, lastAt: toldAt, message } of errors) {
      const lastAt = times.of(toldAt);
      const key = formatKey(pipelineId, componentId);
      const trouble = troubles.get(key) ?? { problems: [], lastErrorAt: 0, lastError: '' };
      troubles.set(key, trouble);
      trouble.problems = [
        ...trouble.problems.filter((one) => one.at > lastAt - WINDOW_MS),
        { at: lastAt, level, count },
      ];
      if (level !== 'ERROR' || lastAt < trouble.lastErrorAt) continue;
      trouble.lastErrorAt = lastAt;
      trouble.lastError = message;
    }
  };

  const collectFigures = (key: string, watched: Watched): HealthFigures => {
    const facts = collectFacts(key, watched);
    const taken = countLatency(watched);
    return {
      windowSeconds:
        Math.min(WINDOW_MS, watched.latest.at - (watched.samples[0] ?? watched.latest).at) / 1000,
      eventsIn: toCount(facts.eventsIn),
      eventsOut: toCount(facts.eventsOut),
      eventsLost: toCount(facts.eventsLost),
      errors: toCount(facts.errors),
      warnings: toCount(facts.warnings),
      retries: toCount(facts.retries),
      eventsBuffered: toCount(facts.eventsBuffered),
      bufferShare: facts.bufferShare,
      lagSeconds: facts.lagSeconds,
      utilisation: facts.utilisation,
      latencyP50Milliseconds: taken && computeLatency(taken, 0.5),
      latencyP99Milliseconds: taken && computeLatency(taken, 0.99),
      lastEventUnixTimeSeconds: Math.floor(watched.toldEventAt / 1000),
    };
  };

  return {
    /** @returns nodes whose health changed */
    take: (report: EngineReport): HealthChange[] => {
      if (report.type === 'counters') return takeCounters(report);
      if (report.type === 'errors') takeErrors(report.errors);
      return [];
    },
    read: (): NodeHealth[] =>
      [...nodes].map(([key, watched]) => {
        const [pipelineId = '', componentId = ''] = key.split('/');
        const { nodeId, nodeType, latency } = watched.latest.gauges;
        const health = computeHealth(collectFacts(key, watched));
        return {
          pipelineId,
          componentId,
          nodeId,
          nodeType,
          ...health,
          latency,
          figures: collectFigures(key, watched),
        };
      }),
  };
}
