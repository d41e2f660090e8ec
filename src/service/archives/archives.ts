import { ContractError } from '../../contract/errors.ts';
import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type PlanNode,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { formatProblem, toEngineProblem } from '../engine-problems.ts';
import type { Log } from '../log.ts';
import { createRetries } from '../retries.ts';
import type { Store } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { buildArchivePlan } from './plan.ts';

/** Time to write the backlog of an ended archive; the rest becomes dead letters. */
const DRAIN_MS = 10_000;

type Problem = { message: string; at: number };

export type Archives = {
  /** Call before pipelines run, so that no event misses its archive. */
  start(): Promise<void>;
  resume(siteId: string): Promise<void>;
  stop(): void;
  /** @throws ContractError CONFLICT when the engine refuses; the previous archive still runs */
  run(source: NodeRow, sink: NodeRow): Promise<void>;
  /**
   * Redeploys archives that use this source or destination.
   * @throws ContractError CONFLICT; the stored archives then run again
   */
  change(after: NodeRow): Promise<void>;
  /** Runs the source's stored archive; failures are shown and retried. */
  keep(sourceId: string): Promise<void>;
  /** In the background; written files stay. */
  end(archiveId: string): void;
  isEnding(archiveId: string): boolean;
  take(report: EngineReport): void;
  /** The problem since the last written event (Unix milliseconds). */
  problemOf(archiveId: string, lastWrittenAt: number): string | undefined;
};

type Tools = {
  store: Store;
  engine: EnginePort;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  /** A disconnected engine gets everything when it connects. */
  isAway?: (siteId: string) => boolean;
};

export function createArchives({ store, engine, sealer, clock, log, isAway = () => false }: Tools): Archives {
  const problems = new Map<string, Problem>();
  const retries = createRetries();
  const ending = new Set<string>();
  let isStopping = false;

  const toPlanEnd = (row: NodeRow): Pick<PlanNode, 'id' | 'name' | 'templateId' | 'config'> => ({
    id: row.id,
    name: row.name,
    templateId: row.template_id,
    config: sealer.open(JSON.parse(row.config)),
  });

  const deploy = (source: NodeRow, sink: NodeRow): Promise<void> =>
    engine.deploy(
      buildArchivePlan({
        id: source.archive_id,
        siteId: source.site_id,
        source: toPlanEnd(source),
        sink: toPlanEnd(sink),
      }),
    );

  const forget = (archiveId: string) => {
    retries.forget(archiveId);
    problems.delete(archiveId);
  };

  const handleFailure = (archiveId: string, sourceId: string, problem: EngineProblem) => {
    problems.set(archiveId, { message: formatProblem(problem), at: clock() });
    if (isStopping) return;
    retries.schedule(archiveId, () => void keep(sourceId));
  };

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
        handleFailure(source.archive_id, sourceId, toEngineProblem(error));
      }
    } catch (error) {
      log.error({ err: error, sourceId }, 'keeping an archive failed');
    }
  };

  const refuse = (source: NodeRow, error: unknown): ContractError => {
    if (!(error instanceof EngineError)) log.error({ err: error }, 'running an archive failed');
    return new ContractError('CONFLICT', formatProblem(toEngineProblem(error)), {
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
      throw refuse(source, error);
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
      retries.stop();
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
            if (source) handleFailure(pipelineId, source.id, problem);
          })
          .catch((error: unknown) => log.error({ err: error }, 'a failed archive could not be reported'));
      }
    },
    problemOf(archiveId, lastWrittenAt) {
      const problem = problems.get(archiveId);
      return problem && problem.at > lastWrittenAt ? problem.message : undefined;
    },
  };
}
