import type { ChatForm, ChatSelection } from '../../contract/assistant.ts';
import { answerAction, answerSelected } from './action-answers.ts';
import { answerCreate, answerSteps } from './definition-answers.ts';
import type { Found, Named } from './names.ts';
import { answerPattern, readPastedLines } from './pattern-answers.ts';
import {
  answerChanges,
  answerErrors,
  answerList,
  answerStatus,
  answerUses,
  answerVolume,
} from './read-answers.ts';
import type { ReadIntent } from './reading.ts';
import { computeDistance } from './similar.ts';
import {
  type Answer,
  chooseSpan,
  type Known,
  type KnownPipeline,
  type Part,
  readKnown,
  type Tools,
  toPipelineLink,
} from './tools.ts';
import type { Intent } from './understand.ts';

/** Remembered per conversation: the last named pipeline, and what a model was told. */
export type Memory = {
  pipelineId: string | undefined;
  turns?: { role: 'user' | 'assistant'; content: string }[];
};

export type Question = {
  text: string;
  shownPipelineId: string | undefined;
  /** The selection, else the row under the cursor. */
  selection?: ChatSelection | undefined;
  form?: ChatForm | undefined;
};

const MOST_OPTIONS = 6;

const HELP = [
  'I understand plain sentences about the pipelines of this site. For example:',
  '- What is failing?',
  '- How much did we save in the last 4 hours?',
  '- Which pipelines write to a destination?',
  '- Create a pipeline from syslog 5514 to file /tmp/out.ndjson that drops debug and hides e-mail addresses.',
  '- Drop debug from a pipeline, sample it 1 in 10, pause it, roll it back to v2.',
  'Before anything changes I show what would change, and you decide. Your events never leave this machine.',
].join('\n');

export function listPrompts({ pipelines, sources, sinks }: Known): string[] {
  const [first] = pipelines;
  const [source] = sources;
  const [sink] = sinks;
  return [
    ...(first
      ? ['What is failing?', 'What changed in the last 4 hours?', `How much does '${first.name}' save?`]
      : []),
    source && sink
      ? `Create a pipeline from '${source.name}' to '${sink.name}' that drops debug`
      : 'Create a pipeline from syslog 5514 to blackhole that drops debug',
    'What can you do?',
  ];
}

const EXAMPLES = [
  'What is failing?',
  'What changed in the last 4 hours?',
  'How much do we save?',
  'List paused pipelines',
  'What can you do?',
];

const findClosest = (text: string): string[] =>
  EXAMPLES.map((example) => ({
    example,
    distance: computeDistance(text.toLowerCase(), example.toLowerCase(), 60),
  }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ example }) => example);

/** The sentence with a full name in place of the unclear one. */
function rephrase(intent: Intent, name: string): string {
  switch (intent.kind) {
    case 'action':
      return `${intent.verb.toLowerCase()} "${name}"${intent.version === undefined ? '' : ` v${intent.version}`}`;
    case 'steps':
      return `in "${name}", ${intent.clauses.join(' and ')}`;
    case 'version':
      return `show v${intent.version} of "${name}"`;
    case 'edit':
      return `edit "${name}"`;
    case 'errors':
      return `errors of "${name}"`;
    case 'volume':
      return `how much does "${name}" save`;
    case 'changes':
      return `what changed in "${name}"`;
    case 'status':
      return `status of "${name}"`;
    default:
      return `open "${name}"`;
  }
}

function* askWhich(intent: Intent, items: readonly Named[]): Generator<Part, void, undefined> {
  if (items.length === 0) {
    yield {
      text: 'This site has no pipelines yet. Say “create a pipeline from syslog 5514 to blackhole” to begin.',
    };
    return;
  }
  yield { text: 'Which pipeline do you mean?' };
  const options = items.slice(0, MOST_OPTIONS).map(({ name }) => rephrase(intent, name));
  yield { functionType: 'CHAT_OPTIONS', metadata: { options } };
}

const listPicked = (selection: ChatSelection | undefined, { pipelines }: Known): KnownPipeline[] =>
  (selection?.pipelineIds ?? []).flatMap((id) => pipelines.find((one) => one.id === id) ?? []);

const NOTHING_PICKED =
  'Nothing is picked on the screen. Pick pipelines in their list with x, then say it again, or name the pipeline.';

/** With a selected node, `delete this` is ambiguous. */
function askForNode({ selection, text }: Question, intent: ReadIntent): string | undefined {
  const [node] = selection?.nodes ?? [];
  const isMeant = intent.kind === 'action' && intent.verb === 'DELETE' && intent.pipeline.kind === 'none';
  if (!isMeant || node === undefined || /\bpipelines?\b/i.test(text)) return undefined;
  return `The node “${node}” is picked, and I delete whole pipelines only. Remove the node in the editor with Delete, or say “delete this pipeline”.`;
}

/** The named pipeline, else the one on screen, else the last named one. */
function findPipeline(
  found: Found<Named>,
  known: Known,
  { shownPipelineId, selection, text }: Question,
  memory: Memory,
): KnownPipeline | readonly Named[] {
  const byId = (id: string | undefined) => known.pipelines.find((one) => one.id === id);
  const picked = listPicked(selection, known);
  // In a list, `this` is the selected row.
  const points = found.kind === 'none' && shownPipelineId === undefined && /\bthis\b/i.test(text);
  if (points && picked.length > 0) return picked.length === 1 ? picked[0]! : picked;
  if (found.kind === 'one') return byId(found.item.id) ?? [];
  if (found.kind === 'many') return found.items;
  return byId(shownPipelineId) ?? byId(memory.pipelineId) ?? known.pipelines;
}

const isPipeline = (found: KnownPipeline | readonly Named[]): found is KnownPipeline => 'status' in found;

/** Apply to the whole site when no pipeline is named. */
const MAY_BE_SITE: readonly Intent['kind'][] = ['errors', 'volume', 'changes'];

type About = Extract<ReadIntent, { pipeline: Found<Named> }>;

async function* answerAbout(intent: About, pipeline: KnownPipeline, tools: Tools, known: Known): Answer {
  const links = [toPipelineLink(pipeline)];
  switch (intent.kind) {
    case 'action':
      return yield* answerAction(intent, pipeline, tools, known);
    case 'steps':
      return yield* answerSteps(intent.steps, pipeline, tools, known);
    case 'grok':
      return yield {
        text: `In the editor of '${pipeline.name}' open a parser, or add one behind the source, and press “Suggest from captured events”. Or paste some lines here, below the words “write a grok pattern for these lines”.`,
        functionType: 'SHOW_PIPELINE_EDIT_MODE',
        metadata: { links, pipelineId: pipeline.id },
      };
    case 'version':
      if (intent.version < 1 || intent.version > pipeline.latestGraphVersion)
        return yield { text: `'${pipeline.name}' has no v${intent.version}.`, metadata: { links } };
      return yield {
        text: `v${intent.version} of '${pipeline.name}'.`,
        functionType: 'SHOW_PIPELINE_VERSION',
        metadata: { links, pipelineId: pipeline.id, version: intent.version },
      };
    case 'edit':
      return yield {
        text: `The editor of '${pipeline.name}'.`,
        functionType: 'SHOW_PIPELINE_EDIT_MODE',
        metadata: { links, pipelineId: pipeline.id },
      };
    case 'open':
      return yield {
        text: `Here is '${pipeline.name}'.`,
        functionType: 'SHOW_PIPELINE_VERSION',
        metadata: { links, pipelineId: pipeline.id },
      };
    case 'status':
      return yield* answerStatus(pipeline, chooseSpan(intent, tools), tools);
    case 'errors':
      return yield* answerErrors(pipeline, chooseSpan(intent, tools), tools, known);
    case 'volume':
      return yield* answerVolume(pipeline, chooseSpan(intent, tools), tools, known);
    case 'changes':
      return yield* answerChanges(pipeline, chooseSpan(intent, tools), tools, known, intent.asksVolume);
  }
}

async function* answerNode(intent: Extract<ReadIntent, { kind: 'open' | 'edit' }>, known: Known): Answer {
  const { node } = intent;
  if (node.kind !== 'one')
    return yield { text: 'Which source or destination do you mean? Give its full name.' };
  const { id, name } = node.item;
  const kind = known.sources.some((one) => one.id === id) ? 'source' : 'sink';
  yield { text: `Here is '${name}'.`, metadata: { links: [{ kind, id, label: name }] } };
}

const PASTE_LINES =
  'Paste some of the lines below the words “write a grok pattern for these lines”, each on a line of its own (Shift+Enter). They stay on this machine.';

/**
 * Answers questions with the person's own rights, and wishes with proposals. Changes nothing itself, and
 * needs no network.
 */
export async function* answerQuestion(question: Question, memory: Memory, tools: Tools): Answer {
  const pasted = readPastedLines(question.text);
  if (pasted) return yield* answerPattern(pasted, tools, question.form);
  const known = await readKnown(tools);
  const { intent, said } = await tools.readSentence(question.text, known);
  yield* answerIntent(intent, { ...question, said }, { memory, tools, known });
}

type Setting = { memory: Memory; tools: Tools; known: Known };

/**
 * Answers an intent found by the grammar or by a model's tool call.
 * @param question `said` is the sentence without politeness
 */
export async function* answerIntent(
  intent: ReadIntent,
  question: Question & { said: string },
  { memory, tools, known }: Setting,
): Answer {
  const { said } = question;
  if (intent.kind === 'grok' && intent.pipeline.kind === 'none' && question.shownPipelineId === undefined)
    return yield { text: PASTE_LINES };
  switch (intent.kind) {
    case 'help':
      yield { text: HELP };
      return yield { functionType: 'CHAT_OPTIONS', metadata: { options: listPrompts(known) } };
    case 'thanks':
      return yield { text: 'You are welcome.' };
    case 'declined':
      return yield { text: 'Nothing was changed.' };
    case 'many':
      return yield {
        text: 'I change one pipeline at a time. To change several, select them in the list of pipelines with x and act on all of them.',
        metadata: { links: [{ kind: 'screen', id: 'pipelines', label: 'Pipelines' }] },
      };
    case 'gap':
      return yield { text: intent.text };
    case 'unknown':
      yield {
        text: `I do not understand “${said}”. Nothing was changed. This is what I can do:`,
      };
      return yield { functionType: 'CHAT_OPTIONS', metadata: { options: findClosest(question.text) } };
    case 'list':
      return yield* answerList(intent, known);
    case 'create':
      return yield* answerCreate(intent, tools, known);
    case 'uses':
      if (intent.node.kind !== 'one')
        return yield { text: 'Which source or destination do you mean? Give its full name.' };
      return yield* answerUses(intent.node.item, tools, known);
  }
  const isNode = (intent.kind === 'open' || intent.kind === 'edit') && intent.node.kind !== 'none';
  if (
    isNode &&
    (intent.pipeline.kind === 'none' ||
      (intent.node.kind === 'one' && intent.node.isWhole && intent.pipeline.kind !== 'one'))
  )
    return yield* answerNode(intent, known);
  const isOfSite = intent.pipeline.kind === 'none' && MAY_BE_SITE.includes(intent.kind);
  if (isOfSite && question.shownPipelineId === undefined) {
    if (intent.kind === 'errors')
      return yield* answerErrors(undefined, chooseSpan(intent, tools), tools, known);
    if (intent.kind === 'volume')
      return yield* answerVolume(undefined, chooseSpan(intent, tools), tools, known);
    if (intent.kind === 'changes')
      return yield* answerChanges(undefined, chooseSpan(intent, tools), tools, known, intent.asksVolume);
  }
  const asked = askForNode(question, intent);
  if (asked !== undefined) return yield { text: asked };
  if (intent.kind === 'action' && intent.isOfSelection) {
    const picked = listPicked(question.selection, known);
    if (picked.length === 0) return yield { text: NOTHING_PICKED };
    memory.pipelineId = picked.length === 1 ? picked[0]?.id : undefined;
    return yield* answerSelected(intent, picked, tools, known);
  }
  const pipeline = findPipeline(intent.pipeline, known, question, memory);
  if (!isPipeline(pipeline)) return yield* askWhich(intent, pipeline);
  memory.pipelineId = pipeline.id;
  yield* answerAbout(intent, pipeline, tools, known);
}
