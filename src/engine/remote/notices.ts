import { z } from 'zod';
import type { Senders } from '../components/shared/inbound/sender-book.ts';
import type { DeadLetterFigures } from '../types/dead-letter.ts';
import { LATENCY_LIMITS_MS } from '../types/latency.ts';
import type { Counters, Gauges } from '../types/metrics.ts';
import type { EngineReport } from '../types/report.ts';
import type { RemoteNotice } from './messages.ts';

const TEXT_MAX = 20_000;
const text = z.string().max(TEXT_MAX);
/** Limit of databases; sums stay safe numbers. */
const figure = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** Maximum of a JavaScript Date; databases store integers. */
const time = figure.max(8.64e15).transform(Math.floor);
const count = z.int().nonnegative();
const call = z.int().nonnegative();

const counters: z.ZodType<Counters> = z.object({
  eventsIn: count,
  eventsOut: count,
  eventsDropped: count,
  eventsCreated: count,
  eventsMerged: count,
  eventsDeadLetter: count,
  eventsBuffered: count,
  eventsCarried: z.optional(count),
  bytesIn: count,
  bytesOut: count,
  bytesDropped: count,
  bytesDeadLetter: count,
  bytesBuffered: count,
  rawBytes: count,
  errors: count,
  objectsWritten: count,
  lastEventAt: time,
});

const gauges: z.ZodType<Gauges> = z.object({
  nodeId: text,
  nodeType: z.enum(['SOURCE', 'TRANSFORM', 'SINK']),
  busyMs: figure,
  retries: figure,
  buffer: z.nullable(z.object({ bytes: figure, maxBytes: figure, oldestAgeMs: figure, lingerMs: figure })),
  latency: z.optional(z.object({ counts: z.array(figure).max(LATENCY_LIMITS_MS.length + 1), sumMs: figure })),
});

const sender = z.object({
  address: text,
  since: time,
  lastEventAt: time,
  events: figure,
  connections: figure,
});
const senders: z.ZodType<Senders> = z.object({ count: figure, listed: z.array(sender).max(1000) });

const letterFigures: z.ZodType<DeadLetterFigures> = z.object({
  count: figure,
  bytes: figure,
  oldestAt: time,
  dropped: figure,
  replayed: figure,
  discarded: figure,
});

const perNode = <T>(schema: z.ZodType<T>) => z.record(text, z.record(text, schema));

const problem = z.object({
  errorName: text,
  message: text,
  causes: z.array(text),
  resolutions: z.array(text),
  nodeId: text.optional(),
});

const report = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('counters'),
    bootId: z.uuid(),
    sequence: z.int().nonnegative(),
    at: time,
    isFormer: z.literal(true).optional(),
    host: text.optional(),
    isolated: z.array(text).optional(),
    starting: z.array(text).optional(),
    pipelines: perNode(counters),
    gauges: perNode(gauges).optional(),
    senders: z.record(text, senders).optional(),
    deadLetters: z.record(text, letterFigures).optional(),
    worker: count.optional(),
    usage: z.object({ cpuMs: figure, memoryBytes: figure }).optional(),
  }),
  z.object({
    type: z.literal('errors'),
    number: z.int().nonnegative(),
    errors: z.array(
      problem.extend({
        pipelineId: text,
        componentId: text,
        nodeId: text,
        level: z.enum(['ERROR', 'WARN', 'INFO']),
        count,
        lastAt: time,
        exampleEvent: z.string(),
      }),
    ),
  }),
  z.object({
    type: z.literal('state'),
    state: z.enum(['starting', 'running', 'restarting', 'stopped']),
    problem: problem.optional(),
  }),
  z.object({ type: z.literal('pipeline.failed'), pipelineId: text, problem }),
]);

const notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), version: text, host: text, platform: text }),
  z.object({
    kind: z.literal('step'),
    call,
    step: z.enum(['waiting', 'validating', 'starting', 'draining']),
  }),
  z.object({ kind: z.literal('done'), call, problem: problem.optional() }),
  z.object({ kind: z.literal('report'), report }),
  z.object({
    kind: z.literal('tap.events'),
    tap: call,
    events: z.array(
      z.object({
        text: z.string(),
        at: time,
        isText: z.literal(true).optional(),
        origin: z.string().optional(),
      }),
    ),
  }),
  z.object({ kind: z.literal('tap.end'), tap: call, reason: text }),
  z.object({ kind: z.literal('file.at'), call, bytes: z.int().nonnegative(), problem: problem.optional() }),
  // Validated against the request later.
  z.object({
    kind: z.literal('letters'),
    call,
    answer: z.record(z.string(), z.unknown()).optional(),
    problem: problem.optional(),
  }),
  z.object({
    kind: z.literal('tested'),
    call,
    report: z
      .object({
        problem: problem.optional(),
        answers: z.array(z.object({ request: z.string(), status: z.string(), body: z.string() })),
        findings: z.array(z.object({ label: z.string(), value: z.string() })),
        elapsedMilliseconds: figure,
      })
      .optional(),
    problem: problem.optional(),
  }),
]);

/** @throws Error for an invalid notice */
export const readNotice = (value: unknown): RemoteNotice => notice.parse(value) as unknown as RemoteNotice;

type Of<R extends EngineReport['type']> = Extract<EngineReport, { type: R }>;

const only = <T>(record: Readonly<Record<string, T>>, isOwn: (id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => isOwn(id)));

export function pipelinesIn(report: EngineReport): string[] {
  switch (report.type) {
    case 'counters':
      return Object.keys(report.pipelines);
    case 'errors':
      return report.errors.map(({ pipelineId }) => pipelineId);
    case 'pipeline.failed':
      return [report.pipelineId];
    case 'state':
      return [];
  }
}

/** Drops pipelines of other sites and clamps times to now (Unix milliseconds). */
export function ownReport(
  report: EngineReport,
  isOwn: (pipelineId: string) => boolean,
  now: number,
): EngineReport | undefined {
  const past = (at: number) => Math.min(at, now);
  const counted = ({ at, pipelines, gauges: states, senders: who, deadLetters, ...more }: Of<'counters'>) => {
    const { isolated, starting, ...rest } = more;
    const own = only(pipelines, isOwn);
    const components = new Set(Object.values(own).flatMap((one) => Object.keys(one)));
    return {
      ...rest,
      ...(isolated ? { isolated: isolated.filter(isOwn) } : {}),
      ...(starting ? { starting: starting.filter(isOwn) } : {}),
      at: past(at),
      pipelines: own,
      ...(states ? { gauges: only(states, isOwn) } : {}),
      ...(deadLetters ? { deadLetters: only(deadLetters, isOwn) } : {}),
      ...(who ? { senders: only(who, (id) => components.has(id)) } : {}),
    };
  };
  switch (report.type) {
    case 'counters':
      return counted(report);
    case 'errors': {
      const errors = report.errors.filter(({ pipelineId }) => isOwn(pipelineId));
      return { ...report, errors: errors.map((one) => ({ ...one, lastAt: past(one.lastAt) })) };
    }
    case 'pipeline.failed':
      return isOwn(report.pipelineId) ? report : undefined;
    case 'state':
      return report;
  }
}
