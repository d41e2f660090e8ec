import { canDeploy } from '../../../machines/pipeline-lifecycle/index.ts';
import type { SampleTestResult } from '../../contract/calls/preview.ts';
import { ContractError } from '../../contract/errors.ts';
import { EngineError } from '../../engine/port.ts';
import type { CallContext } from '../http/call-context.ts';
import { buildPlan } from '../lifecycle/plan.ts';
import { toLifecycleRow } from '../lifecycle/transitions.ts';
import type { Services } from '../services.ts';
import type { PipelineRow, SampleRow } from '../store/schema.ts';
import { type Draft, toDraft } from './draft.ts';
import { runTests } from './sample-tests.ts';

const TEXT_SHOWN = 120;

const shown = (texts: readonly string[]): string => {
  if (texts.length === 0) return 'nothing';
  const text = texts.join(' and ');
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text;
};

/** @throws EngineError when the version can no longer run */
export async function readVersionDraft(
  services: Services,
  pipeline: PipelineRow,
  version: number,
): Promise<Draft> {
  const { store, sealer, catalogue, content } = services;
  const tools = { sealer, files: { catalogue, content } };
  return toDraft(services, await buildPlan(store, tools, { pipeline, version, mode: 'run' }));
}

export function describeSampleFailure(
  draft: Draft,
  { name, problem, differences: [first] }: SampleTestResult,
): string {
  if (!first) return `The sample '${name}' could not be tested: ${problem ?? 'no result'}`;
  const node = draft.nodes.find((one) => one.componentId === first.componentId);
  return (
    `The sample '${name}' fails: of event ${first.index + 1}, ${shown(first.actual)} leaves ` +
    `'${node?.name ?? first.componentId}', where ${shown(first.expected)} is expected`
  );
}

/** The version already runs, or resumes. */
const isConfirmed = ({ deployed_graph_version, status }: PipelineRow, graphVersion: number): boolean =>
  graphVersion === deployed_graph_version && status !== 'PAUSED' && status !== 'BYPASSED';

/**
 * Refuses to deploy or resume a version that fails a pinned sample, unless forced. Lets through what already
 * runs and what is refused anyway.
 * @throws ContractError ACTION_REFUSED naming the first failing sample and difference
 */
export async function checkSamples({
  body,
  services,
}: Pick<CallContext<'runPipelineAction'>, 'body' | 'services'>): Promise<void> {
  const { action, graphVersion, forceDeploy, pipelineId } = body;
  if (action !== 'DEPLOY' || forceDeploy) return;
  const pipeline = await services.store.pipelines.find(pipelineId);
  if (!pipeline || isConfirmed(pipeline, graphVersion)) return;
  if (canDeploy(toLifecycleRow(pipeline), graphVersion) !== true) return;
  const rows = await services.store.samples.tests(pipelineId);
  if (rows.length === 0) return;
  const draft = await readVersionDraft(services, pipeline, graphVersion).catch((error: unknown) => {
    // The deployment explains why a version cannot run.
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  if (draft) await requirePassing(services, draft, rows);
}

/**
 * @param instead an alternative to correcting pipeline or sample
 * @throws ContractError ACTION_REFUSED naming the first failing sample and difference
 */
export async function requirePassing(
  services: Services,
  draft: Draft,
  rows: SampleRow[],
  instead = ', or force the deployment',
): Promise<void> {
  const failures = (await runTests(services, draft, rows)).filter((result) => !result.passed);
  const [first] = failures;
  if (!first) return;
  const others = failures.length === 1 ? '' : `, and ${failures.length - 1} more`;
  const reason = `${describeSampleFailure(draft, first)}${others}. Correct the pipeline or the sample${instead}`;
  throw new ContractError('ACTION_REFUSED', reason, {
    details: failures.map((failure) => ({
      field: 'graphVersion',
      rule: 'sample_test',
      message: describeSampleFailure(draft, failure),
    })),
  });
}
