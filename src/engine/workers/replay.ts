import type { DeadLetterAnswers, DeadLetterRequest } from '../types/dead-letter.ts';
import type { EnginePort } from '../types/engine.ts';

type Replay = Extract<DeadLetterRequest, { do: 'replay' }>;
type Answers = Pick<EnginePort, 'deadLetters'>;

/**
 * Replays letters in the processes of their pipelines, as many at a time as a single process would.
 * @throws EngineError
 */
export async function replayOnWorkers<W extends Answers>(
  request: Replay,
  first: W,
  workerOf: (pipelineId: string) => W,
): Promise<DeadLetterAnswers['replay']> {
  const { siteId, choice, after, upTo } = request;
  const window = await first.deadLetters({ siteId, do: 'window', choice, after, upTo });
  const parts = await Promise.all(
    [...Map.groupBy(window.pipelineIds, workerOf)].map(([worker, pipelineIds]) =>
      worker.deadLetters({ ...request, choice: { ...choice, pipelineIds }, upTo: window.through }),
    ),
  );
  const sum = (key: 'replayed' | 'underWay' | 'refused') => parts.reduce((all, part) => all + part[key], 0);
  return {
    replayed: sum('replayed'),
    underWay: sum('underWay'),
    refused: sum('refused'),
    reason: parts.find((part) => part.reason !== undefined)?.reason,
    upTo: window.upTo,
    next: window.next,
  };
}
