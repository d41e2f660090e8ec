import type { ComponentRegistry } from '../components/types.ts';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import { loadTransforms } from '../topology/transform-node.ts';
import { EngineError } from '../types/problem.ts';
import { MEMORY_LIMIT_BYTES, type PreviewNotice, type PreviewOrder } from './messages.ts';
import { tooMuchMemory } from './problems.ts';
import { runPreview } from './run.ts';

const send: (notice: PreviewNotice) => void = sendToParent;

function refuseToGrow(): void {
  if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES) throw new EngineError(tooMuchMemory());
}

/** Runs drafts in this forked process; ends with its parent. */
export function runPreviewChild(components: ComponentRegistry): void {
  followParent();
  process.on('message', async ({ request }: PreviewOrder) => {
    send({ kind: 'begun' });
    try {
      const loaded = await loadTransforms(request, components);
      send({ kind: 'done', report: runPreview(request, components, refuseToGrow, loaded) });
    } catch (error) {
      const problem =
        error instanceof EngineError ? error.problem : toEngineProblem(problemOf(error, 'The run failed'));
      send({ kind: 'failed', problem });
    }
  });
  send({ kind: 'ready' });
}
