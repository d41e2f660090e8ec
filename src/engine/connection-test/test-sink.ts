import { formatBytes, formatFigure } from '../../contract/figures.ts';
import { counted } from '../../contract/values.ts';
import { RETRIED } from '../components/shared/outbound/problems.ts';
import type {
  ComponentProblem,
  ComponentRegistry,
  Finding,
  HeardAnswer,
  Rehearsal,
  RunningSink,
  SinkComponent,
  SinkReceipt,
} from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import { problemOf, toEngineProblem, unknownTemplate } from '../topology/problems.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';

const ANSWERS_SHOWN = 5;
const BODY_SHOWN = 2000;

const refusedBy = ({ refused, later }: SinkReceipt): ComponentProblem | undefined =>
  refused?.[0]?.problem ?? later?.problem;

const batchOf = (events: readonly string[]): Batch => {
  const batch = new Batch();
  for (const event of events) batch.appendJson(Buffer.from(event));
  return batch;
};

const written = (count: number, { bytes }: SinkReceipt): Finding => ({
  label: 'Written',
  value: `${counted(count, 'event')}, ${formatFigure(formatBytes(bytes))} before compression`,
});

/** A test is not retried. */
const asTested = (problem: ComponentProblem): ComponentProblem => ({
  ...problem,
  resolutions: problem.resolutions.filter((resolution) => resolution !== RETRIED),
});

/** Sends the events once through the real destination, unbuffered. */
export async function testSink(
  { siteId, node, events }: ConnectionTestRequest,
  components: ComponentRegistry,
): Promise<ConnectionTestReport> {
  const component: SinkComponent | undefined = components.sinks[node.templateId];
  if (!component) throw unknownTemplate(node);
  const began = performance.now();
  const answers: HeardAnswer[] = [];
  const findings: Finding[] = [];
  const reported: ComponentProblem[] = [];
  const ended = new AbortController();
  let problem: ComponentProblem | undefined;
  let sink: RunningSink | undefined;
  let rehearsal: Rehearsal | undefined;
  try {
    rehearsal = await component.rehearse?.(node.config);
    sink = await component.open(rehearsal?.config ?? node.config, {
      siteId,
      componentId: node.componentId,
      name: node.name,
      signal: ended.signal,
      reserve: async () => {},
      report: (found) => reported.push(found),
      heard: ({ body, ...answer }) => {
        if (answers.length < ANSWERS_SHOWN) answers.push({ ...answer, body: body.slice(0, BODY_SHOWN) });
      },
    });
    const receipt = await sink.write(batchOf(events));
    problem = refusedBy(receipt);
    if (!problem) findings.push(written(events.length, receipt));
  } catch (error) {
    problem = problemOf(error, 'The destination cannot be used');
  } finally {
    await sink?.close().catch(() => {});
    ended.abort();
    if (rehearsal) findings.push(...(await rehearsal.end()));
  }
  problem ??= reported[0];
  return {
    problem: problem ? toEngineProblem(asTested(problem)) : undefined,
    answers,
    findings,
    elapsedMilliseconds: performance.now() - began,
  };
}
