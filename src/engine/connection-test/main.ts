import { components } from '../components/registry.ts';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import type { TestNotice, TestOrder } from './messages.ts';
import { testSink } from './test-sink.ts';
import { testSource } from './test-source.ts';

const send: (notice: TestNotice) => void = sendToParent;

// Runs one test in this forked process; ends with its parent.
followParent();
process.on('message', async ({ request }: TestOrder) => {
  const run = request.node.nodeType === 'SINK' ? testSink : testSource;
  try {
    send({ kind: 'done', report: await run(request, components) });
  } catch (error) {
    send({ kind: 'failed', problem: toEngineProblem(problemOf(error, 'The test failed')) });
  }
});
send({ kind: 'ready' });
