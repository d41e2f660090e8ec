import { ContractError } from '../../contract/errors.ts';
import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type PlanNode,
} from '../../engine/port.ts';
import { problemText } from '../analytics/errors.ts';
import type { Clock } from '../ids.ts';
import { problemOf } from '../lifecycle/running.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { archivePlan } from './plan.ts';

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 60_000;
/** So long what waits is still written when an archive ends; the rest goes to its dead letters. */
const DRAIN_MS = 10_000;

type Problem = { message: string; at: number };

/** Keeps the archives of sources running. */
export type Archives = {
  /** Starts them; call it before pipelines run, so that nothing passes an archive by. */
  start(): Promise<void>;
  /** The same for one site, whose engine was started anew. */
  resume(siteId: string): Promise<void>;
  /** Nothing is tried again any more. */
  stop(): void;
  /** @throws ContractError CONFLICT when the engine refuses; what ran before still runs. */
  run(source: NodeRow, sink: NodeRow): Promise<void>;
  /**
   * Makes the archives that a source or destination is part of run with this row of it.
   * @throws ContractError CONFLICT; then they run as they are stored.
   */
  change(after: NodeRow): Promise<void>;
  /** Runs the archive of a source as it is stored now; a failure is shown with the source and tried again. */
  keep(sourceId: string): Promise<void>;
  /** Ends an archive in the background; what it wrote stays. */
  end(archiveId: string): void;
  /** What waited in an archive that ended is still being written. */
  isEnding(archiveId: string): boolean;
  take(report: EngineReport): void;
  /** What keeps an archive from writing since its last event was written (Unix milliseconds). */
  problemOf(archiveId: string, lastWrittenAt: number): string | undefined;
};

type Tools = {
  store: Store;
  engine: EnginePort;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  /** The engine of the site is on another machine and not connected: it is told all again once it is. */
  isAway?: (siteId: string) => boolean;
};

export function createArchives({ store, engine, sealer, clock, log, isAway = () => false }: Tools): Archives {
  const problems = new Map<string, Problem>();
  const retries = new Map<string, { delayMs: number; timer: NodeJS.Timeout }>();
  const ending = new Set<string>();
  let isStopping = false;

  const endOf = (row: NodeRow): Pick<PlanNode, 'id' | 'name' | 'templateId' | 'config'> => ({
    id: row.id,
    name: row.name,
    templateId: row.template_id,
    config: sealer.open(JSON.parse(row.config)),
  });

  const deploy = (source: NodeRow, sink: NodeRow): Promise<void> =>
    engine.deploy(
      archivePlan({
        id: source.archive_id,
        siteId: source.site_id,
        source: endOf(source),
        sink: endOf(sink),
      }),
    );

  const forget = (archiveId: string) => {
    const retry = retries.get(archiveId);
    if (retry) clearTimeout(retry.timer);
    retries.delete(archiveId);
    problems.delete(archiveId);
  };

  const failed = (archiveId: string, sourceId: string, problem: EngineProblem) => {
    problems.set(archiveId, { message: problemText(problem), at: clock() });
    if (isStopping) return;
    const former = retries.get(archiveId);
    if (former) clearTimeout(former.timer);
    const delayMs = Math.min(former ? former.delayMs * 2 : RETRY_FIRST_MS, RETRY_MAX_MS);
    const timer = setTimeout(() => void keep(sourceId), delayMs);
    timer.unref();
    retries.set(archiveId, { delayMs, timer });
  };

  /** Runs the archive of a source as it is stored; a failure is shown and tried again. */
  const keep = async (sourceId: string): Promise<void> => {
    try {
      const source = await store.nodes.find(sourceId);
      if (!source || source.archive_id === '' || isStopping) return;
      if ((await store.sites.find(source.site_id))?.status !== 'ACTIVE') return;
      if (isAway(source.site_id)) return;
      const sink = await store.nodes.find(source.archive_sink_id);
      if (!sink) return;
      try {
        await deploy(source, sink);
        forget(source.archive_id);
      } catch (error) {
        log.warn({ err: error, sourceId }, 'an archive does not start; trying again');
        failed(source.archive_id, sourceId, problemOf(error));
      }
    } catch (error) {
      log.error({ err: error, sourceId }, 'keeping an archive failed');
    }
  };

  const refused = (source: NodeRow, error: unknown): ContractError => {
    if (!(error instanceof EngineError)) log.error({ err: error }, 'running an archive failed');
    return new ContractError('CONFLICT', problemText(problemOf(error)), {
      details: [
        { field: 'sinkId', rule: 'engine_refused', message: `The archive of '${source.name}' cannot run` },
      ],
    });
  };

  const run: Archives['run'] = async (source, sink) => {
    try {
      await deploy(source, sink);
      forget(source.archive_id);
    } catch (error) {
      throw refused(source, error);
    }
  };

  return {
    run,
    keep,
    start: async () => {
      for (const source of await store.nodes.archived()) await keep(source.id);
    },
    resume: async (siteId) => {
      for (const source of await store.nodes.archived()) if (source.site_id === siteId) await keep(source.id);
    },
    stop() {
      isStopping = true;
      for (const { timer } of retries.values()) clearTimeout(timer);
    },
    change: async (after) => {
      const sources = after.node_type === 'SOURCE' ? [after] : await store.nodes.archived(after.id);
      for (const source of sources) {
        if (source.archive_id === '') continue;
        const sink = after.node_type === 'SINK' ? after : await store.nodes.find(source.archive_sink_id);
        if (!sink) continue;
        try {
          await run(source, sink);
        } catch (error) {
          for (const one of sources) await keep(one.id);
          throw error;
        }
      }
    },
    end(archiveId) {
      forget(archiveId);
      ending.add(archiveId);
      engine
        .remove(archiveId, { drainMs: DRAIN_MS })
        .catch((error: unknown) => log.error({ err: error, archiveId }, 'ending an archive failed'))
        .finally(() => ending.delete(archiveId));
    },
    isEnding: (archiveId) => ending.has(archiveId),
    take(report) {
      if (report.type === 'errors') {
        for (const error of report.errors)
          problems.set(error.pipelineId, { message: error.message, at: error.lastAt });
      }
      if (report.type === 'pipeline.failed') {
        const { pipelineId, problem } = report;
        store.nodes
          .archived()
          .then((sources) => {
            const source = sources.find((one) => one.archive_id === pipelineId);
            if (source) failed(pipelineId, source.id, problem);
          })
          .catch((error: unknown) => log.error({ err: error }, 'a failed archive could not be told'));
      }
    },
    problemOf(archiveId, lastWrittenAt) {
      const problem = problems.get(archiveId);
      return problem && problem.at > lastWrittenAt ? problem.message : undefined;
    },
  };
}
