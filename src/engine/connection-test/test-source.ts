import { listPorts } from '../components/catalogue.ts';
import type {
  ComponentProblem,
  ComponentRegistry,
  Finding,
  SourceComponent,
  SourceContext,
} from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import { problemOf, toEngineProblem, unknownTemplate } from '../topology/problems.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import type { PlanNode } from '../types/plan.ts';

function dryContext(
  { componentId, name }: PlanNode,
  siteId: string,
  report: (problem: ComponentProblem) => void,
  stopped: Promise<void>,
): SourceContext {
  return {
    siteId,
    componentId,
    name,
    report,
    newBatch: () => new Batch(1024),
    recycle: () => {},
    deliver: async () => 'unavailable',
    ready: () => stopped,
    hasRoom: () => false,
    paused: true,
    refuse: () => {},
    checkpoint: { load: async () => null, save: async () => {} },
    reserve: async () => {},
    keepCounters: () => {},
  };
}

/** @throws ComponentError */
async function tryStart(
  component: SourceComponent,
  { node, siteId }: ConnectionTestRequest,
  report: (problem: ComponentProblem) => void,
): Promise<Finding[]> {
  const stopped = Promise.withResolvers<void>();
  const running = await component.start(node.config, dryContext(node, siteId, report, stopped.promise));
  stopped.resolve();
  await running.stop();
  const ports = listPorts(node.templateId, node.config);
  if (ports.length === 0) return [{ label: 'Settings', value: 'It can start with them' }];
  return ports.map(({ protocol, port, address }) => ({
    label: `${protocol} port ${port}`,
    value: `Can be opened on ${address}`,
  }));
}

/** Uses the source's own check, or a trial start. */
export async function testSource(
  request: ConnectionTestRequest,
  components: ComponentRegistry,
): Promise<ConnectionTestReport> {
  const { node } = request;
  const component = components.sources[node.templateId];
  if (!component) throw unknownTemplate(node);
  const began = performance.now();
  const reported: ComponentProblem[] = [];
  let findings: readonly Finding[] = [];
  let problem: ComponentProblem | undefined;
  try {
    findings = component.check
      ? await component.check(node.config)
      : await tryStart(component, request, (found) => reported.push(found));
  } catch (error) {
    problem = problemOf(error, 'The source cannot start');
  }
  problem ??= reported.find(({ level = 'ERROR' }) => level === 'ERROR');
  return {
    problem: problem ? toEngineProblem(problem) : undefined,
    answers: [],
    findings: [...findings],
    elapsedMilliseconds: performance.now() - began,
  };
}
