import type { ComponentRegistry } from '../components/types.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import type { TestNotice, TestOrder } from './messages.ts';
import { testSink } from './test-sink.ts';
import { testSource } from './test-source.ts';

const say = (notice: TestNotice): void => {
  process.send?.(notice, undefined, undefined, () => {});
};

/** Runs one test in this process, which was forked for it; ends with its parent. */
export function runTestChild(components: ComponentRegistry): void {
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async ({ request }: TestOrder) => {
    const run = request.node.nodeType === 'SINK' ? testSink : testSource;
    try {
      say({ kind: 'done', report: await run(request, components) });
    } catch (error) {
      say({ kind: 'failed', problem: toEngineProblem(problemOf(error, 'The test failed')) });
    }
  });
  say({ kind: 'ready' });
}
