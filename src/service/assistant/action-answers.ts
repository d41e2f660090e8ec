import { canDeploy, canDo, getDisplay, getNextVersion } from '../../../machines/pipeline-lifecycle/index.ts';
import type { ChatFunctionType, Proposal, ProposedCall } from '../../contract/assistant.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { counted } from '../../contract/values.ts';
import { chooseWay, DRAFT_NOTE, type DraftWay } from './draft-way.ts';
import { type Answer, type Known, type KnownPipeline, type Tools, toPipelineLink } from './tools.ts';
import type { Intent, LifecycleVerb } from './understand.ts';

const NAMES_SHOWN = 5;

type Action = { functionType: ChatFunctionType; verb: string; note: (version: number) => string };

const ACTIONS: Record<LifecycleVerb, Action> = {
  PAUSE: {
    functionType: 'PIPELINE_PAUSE',
    verb: 'Pause',
    note: () => 'It stops taking events from its source until it is resumed; what is buffered is delivered.',
  },
  BYPASS: {
    functionType: 'PIPELINE_BYPASS',
    verb: 'Bypass',
    note: () => 'Every event reaches the destinations unchanged: its transforms are skipped.',
  },
  RESUME: {
    functionType: 'PIPELINE_DEPLOY',
    verb: 'Resume',
    note: (version) => `v${version} takes events again.`,
  },
  DEPLOY: {
    functionType: 'PIPELINE_DEPLOY',
    verb: 'Deploy',
    note: (version) => `v${version} runs in place of what runs now.`,
  },
  DELETE: {
    functionType: 'PIPELINE_DELETE',
    verb: 'Delete',
    note: () => 'It stops and is deleted. Its sources and destinations stay.',
  },
  CANCEL: {
    functionType: 'PIPELINE_UPDATE',
    verb: 'Cancel the action of',
    note: () => 'An action that was requested and has not begun is withdrawn.',
  },
};

const toCall = (
  { id }: Pick<KnownPipeline, 'id'>,
  action: PipelineAction,
  graphVersion?: number,
): ProposedCall => ({
  id: 'runPipelineAction',
  body: { pipelineId: id, action, ...(graphVersion === undefined ? {} : { graphVersion }) },
});

function findUndo(pipeline: KnownPipeline, verb: LifecycleVerb): Proposal['undo'] {
  const { status, deployedGraphVersion, name } = pipeline;
  if (deployedGraphVersion === 0) return undefined;
  const resume = { title: `Resume '${name}'`, call: toCall(pipeline, 'DEPLOY', deployedGraphVersion) };
  if (verb === 'PAUSE')
    return status === 'BYPASSED' ? { title: `Bypass '${name}'`, call: toCall(pipeline, 'BYPASS') } : resume;
  if (verb === 'BYPASS')
    return status === 'PAUSED' ? { title: `Pause '${name}'`, call: toCall(pipeline, 'PAUSE') } : resume;
  if (verb === 'RESUME' && status === 'PAUSED')
    return { title: `Pause '${name}'`, call: toCall(pipeline, 'PAUSE') };
  if (verb === 'RESUME') return { title: `Bypass '${name}'`, call: toCall(pipeline, 'BYPASS') };
  if (verb === 'DEPLOY') return { title: `Deploy v${deployedGraphVersion} of '${name}'`, call: resume.call };
  return undefined;
}

/** Guards of lifecycle and site; the call itself checks them again. */
function checkAction(
  pipeline: KnownPipeline,
  verb: LifecycleVerb,
  version: number,
  { refusal }: DraftWay,
): true | string {
  if (verb === 'DEPLOY') return canDeploy(pipeline, version);
  return refusal ?? canDo(pipeline, verb, version);
}

type Checked = { pipeline: KnownPipeline; version: number; may: true | string };

const listNames = (pipelines: readonly Pick<KnownPipeline, 'name'>[]): string => {
  const shown = pipelines.slice(0, NAMES_SHOWN).map(({ name }) => `'${name}'`);
  const more = pipelines.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

export async function* answerSelected(
  intent: Extract<Intent, { kind: 'action' }>,
  pipelines: readonly KnownPipeline[],
  tools: Tools,
  known: Known,
): Answer {
  const [only] = pipelines;
  if (only && pipelines.length === 1) return yield* answerAction(intent, only, tools, known);
  const { verb } = intent;
  const { functionType, verb: word } = ACTIONS[verb];
  const way: DraftWay = verb === 'DELETE' ? chooseWay(tools, known, 'runPipelineAction', 'DELETE') : {};
  const { draftOf } = way;
  const granted = tools.may(draftOf ? 'addToChangesetDraft' : 'runPipelineAction');
  const checked = pipelines.map((pipeline): Checked => {
    const version = verb === 'RESUME' ? pipeline.deployedGraphVersion : getNextVersion(pipeline);
    return {
      pipeline,
      version,
      may: granted === true ? checkAction(pipeline, verb, version, way) : granted,
    };
  });
  const able = checked.filter(({ may }) => may === true);
  const refused = checked.filter(({ may }) => may !== true);
  const reasons = refused.slice(0, NAMES_SHOWN).map(({ pipeline, may }) => `Not '${pipeline.name}': ${may}.`);
  if (refused.length > NAMES_SHOWN) reasons.push(`Nor ${refused.length - NAMES_SHOWN} more of them.`);
  const links = pipelines.map(toPipelineLink);
  if (able.length === 0)
    return yield { text: ['That cannot be done now.', ...reasons].join('\n'), metadata: { links } };
  const action = verb === 'RESUME' ? 'DEPLOY' : verb;
  const toBody = ({ pipeline, version }: Checked) => ({
    pipelineId: pipeline.id,
    action,
    ...(action === 'DEPLOY' ? { graphVersion: version } : {}),
  });
  const undos = able.flatMap(({ pipeline }) => {
    const call = findUndo(pipeline, verb)?.call;
    return call?.id === 'runPipelineAction' ? [call.body] : [];
  });
  const count = counted(able.length, 'pipeline');
  yield { text: `${counted(pipelines.length, 'pipeline')} are picked. I can do this when you agree:` };
  return yield {
    functionType,
    metadata: {
      links,
      proposal: {
        title: `${word} ${count}`,
        notes: [
          `${listNames(able.map(({ pipeline }) => pipeline))}.`,
          ...(draftOf ? [DRAFT_NOTE] : []),
          ...reasons,
        ],
        isDestructive: verb === 'DELETE' && !draftOf,
        call: { id: 'runPipelineActions', bodies: able.map(toBody) },
        plan: [],
        ...(undos.length === able.length
          ? { undo: { title: `Undo for ${count}`, call: { id: 'runPipelineActions', bodies: undos } } }
          : {}),
        ...(draftOf ? { draftOf } : {}),
      },
    },
  };
}

/** Proposes an action; the person must agree. */
export async function* answerAction(
  { verb, version: asked }: Extract<Intent, { kind: 'action' }>,
  pipeline: KnownPipeline,
  tools: Tools,
  known: Known,
): Answer {
  const { functionType, verb: word, note } = ACTIONS[verb];
  const { name, deployedGraphVersion } = pipeline;
  const version = verb === 'RESUME' ? deployedGraphVersion : (asked ?? getNextVersion(pipeline));
  if (asked !== undefined && asked > pipeline.latestGraphVersion) {
    yield { text: `'${name}' has no v${asked}: its newest version is v${pipeline.latestGraphVersion}.` };
    return;
  }
  const way: DraftWay = verb === 'DELETE' ? chooseWay(tools, known, 'runPipelineAction', 'DELETE') : {};
  const { draftOf } = way;
  const granted = tools.may(draftOf ? 'addToChangesetDraft' : 'runPipelineAction');
  const may = granted === true ? checkAction(pipeline, verb, version, way) : granted;
  const links = [toPipelineLink(pipeline)];
  if (may !== true) {
    yield { text: `That cannot be done now: ${may}.`, metadata: { links } };
    return;
  }
  const title = verb === 'DEPLOY' ? `Deploy v${version} of '${name}'` : `${word} '${name}'`;
  const action = verb === 'RESUME' ? 'DEPLOY' : verb;
  const undo = findUndo(pipeline, verb);
  yield { text: `'${name}' is ${getDisplay(pipeline).label}. I can do this when you agree:` };
  yield {
    functionType,
    metadata: {
      links,
      proposal: {
        title,
        notes: draftOf ? [DRAFT_NOTE, 'Once merged, it stops and is deleted.'] : [note(version)],
        isDestructive: verb === 'DELETE' && !draftOf,
        call: toCall(pipeline, action, action === 'DEPLOY' ? version : undefined),
        plan: [],
        pipelineId: pipeline.id,
        ...(undo ? { undo } : {}),
        ...(draftOf ? { draftOf } : {}),
      },
    },
  };
}
