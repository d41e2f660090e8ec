import {
  canDo,
  getNextVersion,
  type LifecycleEvent,
  type LifecycleUserEvent,
  toLifecycleEvent,
  toLifecycleSnapshot,
} from '../../../../../machines/pipeline-lifecycle/index.ts';
import {
  type ChartTransition,
  getChartState,
  isUserEvent,
  type LifecycleChart,
} from '../../../../../machines/pipeline-lifecycle/pipeline-lifecycle.chart.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { PIPELINE_ACTIONS, type PipelineAction } from '../../../../contract/enums.ts';

const ACTION_OF: Record<LifecycleUserEvent['type'], PipelineAction> = {
  'pipeline.deploy': 'DEPLOY',
  'pipeline.pause': 'PAUSE',
  'pipeline.bypass': 'BYPASS',
  'pipeline.delete': 'DELETE',
  'pipeline.cancel': 'CANCEL',
};

const COMMAND_OF: Record<PipelineAction, string> = {
  DEPLOY: 'pipeline.deploy',
  PAUSE: 'pipeline.pause',
  BYPASS: 'pipeline.bypass',
  DELETE: 'pipeline.delete',
  CANCEL: 'pipeline.cancelAction',
};

/** A transition by command; `reason` says why it is disabled. */
export type CommandLine = { commandId: string; to: string | undefined; reason: string | undefined };
/** An automatic transition. */
export type OutcomeLine = { text: string; to: string };
export type StateLines = { commands: CommandLine[]; outcomes: OutcomeLine[] };

const ENGINE_TEXTS: Partial<Record<LifecycleEvent['type'], string>> = {
  'engine.deployed': 'The engine runs the version',
  'engine.paused': 'The engine has paused it',
  'engine.bypassed': 'The engine has bypassed it',
  'engine.deleted': 'The engine has removed it',
  'engine.cancelled': 'It returns to the previous state',
};

function describeOutcome({ from, to, by }: ChartTransition): string {
  if (by !== 'engine.failed') return ENGINE_TEXTS[by] ?? by;
  if (from !== 'Deploying') return 'It fails: back to the previous state';
  return to === 'Error' ? 'It fails; nothing ran before' : 'It fails: the previous version keeps running';
}

/** Transitions to the same state are merged into one line. */
function listOutcomeLines(transitions: readonly ChartTransition[]): OutcomeLine[] {
  const texts = Map.groupBy(transitions, ({ to }) => to);
  return [...texts].map(([to, ways]) => ({ to, text: [...new Set(ways.map(describeOutcome))].join('; ') }));
}

const getCommandId = (action: PipelineAction, state: string): string =>
  action === 'DEPLOY' && (state === 'Paused' || state === 'Bypassed')
    ? 'pipeline.resume'
    : COMMAND_OF[action];

/** The transitions out of a state. For the current state, disabled commands are listed with their reason. */
export function listStateLines(chart: LifecycleChart, pipeline: Pipeline, state: string): StateLines {
  const now = getChartState(pipeline);
  const ways = chart.transitions.filter(({ from }) => from === state);
  const outcomes = listOutcomeLines(ways.filter(({ by }) => !isUserEvent(by)));
  const toBy = new Map(ways.flatMap(({ by, to }) => (isUserEvent(by) ? [[ACTION_OF[by], to] as const] : [])));
  if (state !== now) {
    const reason = `Only when the pipeline is ${state}; it is ${now} now`;
    const commands = [...toBy].map(([action, to]) => ({
      commandId: getCommandId(action, state),
      to,
      reason,
    }));
    return { commands, outcomes };
  }
  const commands = PIPELINE_ACTIONS.map((action): CommandLine => {
    const version = getNextVersion(pipeline);
    const isOpen = toLifecycleSnapshot(pipeline).can(toLifecycleEvent(action, version));
    const allowed = canDo(pipeline, action, version);
    return {
      commandId: getCommandId(action, state),
      to: toBy.get(action),
      reason: isOpen || allowed === true ? undefined : allowed,
    };
  });
  return { commands, outcomes };
}
