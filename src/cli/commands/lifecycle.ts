import { setTimeout as delay } from 'node:timers/promises';
import {
  canDeploy,
  canDo,
  getDisplay,
  getNextVersion,
  isInAction,
  type PipelineIntent,
} from '../../../machines/pipeline-lifecycle/index.ts';
import { type Deployment, type DeploymentPhase, waitsForOthers } from '../../contract/entities/deployment.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import type { PipelineAction, PipelineStatus } from '../../contract/enums.ts';
import { parseErrorText } from '../../contract/errors.ts';
import { ACTION_OVERDUE_MS } from '../../contract/limits.ts';
import type { CliCommand, Option, Run } from '../command.ts';
import { CliError, EXIT, refusal, usageError } from '../exit.ts';
import { jsonText } from '../output.ts';
import { findPipeline } from '../resolve.ts';

const POLL_MS = 250;
/** Longer waits are explained. */
const NOTE_AFTER_MS = 5000;
const NOT_ASKED = { deployment: null };

const read = async ({ client }: Run, pipelineId: string): Promise<Pipeline> =>
  (await client.call('getPipeline', { path: { pipelineId } })).data.pipeline;

const DOING: Record<DeploymentPhase, string> = {
  QUEUED: 'is queued',
  VALIDATING: 'is being checked',
  STARTING: 'is being started',
  DRAINING: 'runs, and its former version drains',
};

const describeDeployment = (deployment: Deployment): string =>
  waitsForOthers(deployment)
    ? 'waits for other pipelines to start'
    : DOING[deployment.phases.at(-1)?.phase ?? 'QUEUED'];

/**
 * Resolves once the pipeline's action ended, noting long waits. The service ends each deployment in time;
 * waiting for others does not count.
 */
async function ended(run: Run, pipelineId: string): Promise<Pipeline> {
  const begun = run.now();
  let underWayAt = begun;
  let noted = '';
  for (;;) {
    const pipeline = await read(run, pipelineId);
    if (!isInAction(pipeline)) return pipeline;
    const isLong = run.now() > begun + NOTE_AFTER_MS;
    const { deployment } = isLong
      ? (await run.client.call('getDeployment', { path: { pipelineId } })).data
      : NOT_ASKED;
    const isUnderWay = deployment?.outcome === 'PENDING';
    const doing = isUnderWay ? describeDeployment(deployment) : '';
    if (isUnderWay && doing !== noted) run.note(`'${pipeline.name}' ${doing}\n`);
    noted = doing;
    if (isUnderWay) underWayAt = run.now();
    if (run.now() > underWayAt + ACTION_OVERDUE_MS) {
      throw new CliError({
        exit: EXIT.failed,
        what: `'${pipeline.name}' is still ${getDisplay(pipeline).label}`,
        whatToDo: [`See its status with 'penstock show pipeline ${pipeline.id}'`],
      });
    }
    await delay(POLL_MS, undefined, { signal: run.signal });
  }
}

type Wish = {
  intent: PipelineIntent;
  /** Any status by default. */
  becomes?: PipelineStatus;
  done: string;
};

async function act(
  run: Run,
  pipeline: Pipeline,
  may: true | string,
  body: { action: PipelineAction; graphVersion?: number; forceDeploy?: boolean },
  { becomes, done }: Wish,
): Promise<void> {
  if (may !== true) throw refusal(may);
  const begun = await run.client.call('runPipelineAction', { body: { pipelineId: pipeline.id, ...body } });
  const after = run.isOn('no-wait') ? begun.data.pipeline : await ended(run, pipeline.id);
  const isDone = becomes === undefined || after.status === becomes || run.isOn('no-wait');
  if (!isDone) {
    const { title, causes, resolutions } = parseErrorText(after.lastError);
    const what = `'${after.name}' is ${after.status === 'ROLLED_BACK' ? 'rolled back' : getDisplay(after).label}`;
    throw new CliError({
      exit: EXIT.failed,
      what,
      why: [title, ...causes].filter(Boolean),
      whatToDo: resolutions,
    });
  }
  if (run.isJson) return run.write(jsonText(after));
  run.write(
    run.isOn('no-wait') ? `'${after.name}': ${getDisplay(after).label}\n` : `'${after.name}' ${done}\n`,
  );
}

const PIPELINE = { name: 'PIPELINE', description: 'Its name or id.' };
const NO_WAIT: Record<string, Option> = {
  'no-wait': { description: 'Return once the action is accepted, not when it is done.' },
};

function chooseVersion(run: Run, pipeline: Pipeline): number {
  const asked = run.option('graph-version');
  if (asked === undefined)
    return run.isOn('force') ? pipeline.deployedGraphVersion : getNextVersion(pipeline);
  if (!/^v?\d{1,9}$/.test(asked)) throw usageError(`'${asked}' is not a version`, 'Give a number such as 3');
  return Number(asked.replace('v', ''));
}

const deploy: CliCommand = {
  name: 'deploy',
  summary: 'Deploy a version of a pipeline and wait until it runs, or until it is rolled back.',
  calls: ['listPipelines', 'runPipelineAction', 'getPipeline', 'getDeployment'],
  command: 'pipeline.deploy',
  positionals: [PIPELINE],
  options: {
    'graph-version': { value: 'N', description: 'The version; default: the newest that is not deployed.' },
    force: { description: 'Restart every node, even unchanged ones; buffered events are kept.' },
    ...NO_WAIT,
  },
  examples: ["deploy 'web logs'", "deploy 'web logs' --graph-version 3"],
  async run(run) {
    const pipeline = await findPipeline(run);
    const graphVersion = chooseVersion(run, pipeline);
    const forceDeploy = run.isOn('force');
    await act(
      run,
      pipeline,
      canDeploy(pipeline, graphVersion, forceDeploy),
      { action: 'DEPLOY', graphVersion, forceDeploy },
      { intent: 'DEPLOY', becomes: 'DEPLOYED', done: `runs v${graphVersion}` },
    );
  },
};

const simple = (
  name: string,
  command: string,
  summary: string,
  action: 'PAUSE' | 'BYPASS' | 'CANCEL',
  wish: Omit<Wish, 'intent'>,
): CliCommand => ({
  name,
  summary,
  calls: ['listPipelines', 'runPipelineAction', 'getPipeline', 'getDeployment'],
  command,
  positionals: [PIPELINE],
  options: NO_WAIT,
  async run(run) {
    const pipeline = await findPipeline(run);
    await act(run, pipeline, canDo(pipeline, action), { action }, { intent: action, ...wish });
  },
});

const resume: CliCommand = {
  name: 'resume',
  summary: 'Run the deployed version of a paused or bypassed pipeline again.',
  calls: ['listPipelines', 'runPipelineAction', 'getPipeline', 'getDeployment'],
  command: 'pipeline.resume',
  positionals: [PIPELINE],
  options: NO_WAIT,
  async run(run) {
    const pipeline = await findPipeline(run);
    const graphVersion = pipeline.deployedGraphVersion;
    await act(
      run,
      pipeline,
      canDo(pipeline, 'RESUME'),
      { action: 'DEPLOY', graphVersion },
      { intent: 'RESUME', becomes: 'DEPLOYED', done: 'runs again' },
    );
  },
};

export const lifecycleCommands: readonly CliCommand[] = [
  deploy,
  simple('pause', 'pipeline.pause', 'Take no more events from the source until it is resumed.', 'PAUSE', {
    becomes: 'PAUSED',
    done: 'is paused',
  }),
  resume,
  simple(
    'bypass',
    'pipeline.bypass',
    'Send events to the destinations unchanged, without the transforms.',
    'BYPASS',
    { becomes: 'BYPASSED', done: 'is bypassed' },
  ),
  simple('cancel', 'pipeline.cancelAction', 'Cancel the action that is pending.', 'CANCEL', {
    done: 'has no pending action anymore',
  }),
];
