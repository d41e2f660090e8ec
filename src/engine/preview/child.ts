import type { ComponentRegistry } from '../components/types.ts';
import { EngineError } from '../port.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import { loadTransforms } from '../topology/transform-node.ts';
import { MEMORY_LIMIT_BYTES, type PreviewNotice, type PreviewOrder } from './messages.ts';
import { tooMuchMemory } from './problems.ts';
import { runPreview } from './run.ts';

const say = (notice: PreviewNotice): void => {
  process.send?.(notice, undefined, undefined, () => {});
};

function refuseToGrow(): void {
  if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES) throw new EngineError(tooMuchMemory());
}

/** Runs drafts in this process, which was forked for it; ends with its parent. */
export function runPreviewChild(components: ComponentRegistry): void {
  process.on('disconnect', () => process.exit(0));
  // Ctrl+C and service managers signal the whole group; the parent decides when this process ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async ({ request }: PreviewOrder) => {
    say({ kind: 'begun' });
    try {
      const loaded = await loadTransforms(request, components);
      say({ kind: 'done', report: runPreview(request, components, refuseToGrow, loaded) });
    } catch (error) {
      const problem =
        error instanceof EngineError ? error.problem : toEngineProblem(problemOf(error, 'The run failed'));
      say({ kind: 'failed', problem });
    }
  });
  say({ kind: 'ready' });
}
