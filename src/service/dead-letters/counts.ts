import type { DeadLetterFigures, EngineReport } from '../../engine/port.ts';

/** Dead letters per pipeline as last reported, also of absent engines. */
export type DeadLetterCounts = {
  take(report: EngineReport, siteId: string): void;
  all(): { pipelineId: string; siteId: string; figures: DeadLetterFigures }[];
};

export function createDeadLetterCounts(): DeadLetterCounts {
  const bySite = new Map<string, Record<string, DeadLetterFigures>>();
  return {
    take(report, siteId) {
      if (report.type === 'counters' && report.deadLetters) bySite.set(siteId, report.deadLetters);
    },
    all: () =>
      [...bySite].flatMap(([siteId, pipelines]) =>
        Object.entries(pipelines).map(([pipelineId, figures]) => ({ pipelineId, siteId, figures })),
      ),
  };
}
