import type { ChatForm, Proposal } from '../../contract/assistant.ts';
import {
  READING_SETTINGS,
  SUGGEST_EVENT_MAX_LENGTH,
  SUGGEST_EVENTS_MAX,
  type Suggestion,
  type SuggestOutcome,
} from '../../contract/calls/suggestions.ts';
import { counted } from '../../contract/values.ts';
import { findTemplate } from '../../engine/components/catalogue.ts';
import type { Answer, Tools } from './tools.ts';

const WISH =
  /\b(?:grok|patterns?|parser|parse|format|regex|regular expression|settings?|fill)\b[^\n]*\b(?:lines?|logs?|this|these|it|for)\b[^\n]*$/i;
const UNMATCHED_SHOWN = 2;

/**
 * Lines pasted below a request for a pattern; data only, never read as a request.
 * @returns undefined for other messages
 */
export function readPastedLines(message: string): string[] | undefined {
  const [wish = '', ...lines] = message.split(/\r?\n/);
  const pasted = lines.filter((line) => line.trim() !== '');
  if (pasted.length === 0 || !WISH.test(wish.trim())) return undefined;
  return pasted.slice(0, SUGGEST_EVENTS_MAX).map((line) => line.slice(0, SUGGEST_EVENT_MAX_LENGTH));
}

const nameTransform = (id: string): string => findTemplate('TRANSFORM', id)?.name ?? id;

/** The parsers that fit; grok when as good as any. */
function describeParsers({ suggestions, eventCount }: SuggestOutcome): string {
  const parsers = suggestions.filter(({ templateId }) => templateId.startsWith('parse_'));
  const [best] = parsers;
  if (!best)
    return 'I find no layout that these lines have in common: they look like free text. More lines of one kind may help.';
  const grok = parsers.find(({ templateId }) => templateId === 'parse_grok');
  const shown = grok && grok.matched >= best.matched ? grok : best;
  const others = parsers.filter((one) => one !== shown).slice(0, 3);
  return [
    `${nameTransform(shown.templateId)} works on ${shown.matched} of ${eventCount}: ${shown.title}`,
    ...(shown.fields.length > 0
      ? [
          `Fields of the first line: ${shown.fields.map((field) => `${field.name} = ${field.value}`).join(', ')}`,
        ]
      : []),
    ...shown.unmatched.slice(0, UNMATCHED_SHOWN).map((line) => `Not: ${line.slice(0, 200)}`),
    ...others.map((one) => `Also ${nameTransform(one.templateId)}, on ${one.matched}: ${one.title}`),
  ].join('\n');
}

type Filled = Extract<Proposal['call'], { id: 'fillForm' }>;

const proposeFilling = (name: string, notes: readonly string[], call: Filled): Proposal => ({
  title: `Fill the form of ${name}`,
  notes: [...notes, 'It is put into the form, and nothing is saved.'],
  isDestructive: false,
  call,
  plan: [],
});

/** Source settings with one solution; of conflicting ones, the first. */
function mergeSettings(suggestions: readonly Suggestion[]) {
  let config: Record<string, unknown> = {};
  const taken: Suggestion[] = [];
  for (const one of suggestions) {
    if (Object.keys(one.config).some((name) => name in config)) continue;
    config = { ...config, ...one.config };
    taken.push(one);
  }
  return { config, taken };
}

async function* answerSourceForm(
  lines: readonly string[],
  { templateId, source }: { templateId: string; source: Record<string, unknown> },
  { suggestSteps, makesConnections }: Tools,
): Answer {
  const known = READING_SETTINGS[templateId];
  if (!known) return;
  if (!makesConnections)
    return yield {
      text: '\nSettings of sources are turned off for the assistant here (feature chatAssistantSource).',
    };
  const config = Object.fromEntries(Object.entries(source).filter(([name]) => known.includes(name)));
  const name = findTemplate('SOURCE', templateId)?.name ?? templateId;
  const { suggestions, eventCount } = await suggestSteps({
    events: [...lines],
    isText: lines.map(() => true),
    source: { templateId, config },
  });
  const merged = mergeSettings(
    suggestions.filter(
      (one) =>
        one.isOfSource && !Object.entries(one.config).every(([setting, value]) => config[setting] === value),
    ),
  );
  if (merged.taken.length === 0)
    return yield { text: `\nThe settings in the open form of the source (${name}) fit them.` };
  const notes = merged.taken.map(
    ({ title, matched, eventCount: of = eventCount }) =>
      `${title}. Fits ${matched} of ${counted(of, 'line')}.`,
  );
  const call: Filled = { id: 'fillForm', templateId, nodeType: 'SOURCE', config: merged.config };
  yield {
    text: '\nThe open form of the source takes settings that read them:',
    functionType: 'FORM_VALUES_APPLIED',
    metadata: { proposal: proposeFilling(name, notes, call) },
  };
}

/** Finds a parser by trying the lines, and fills the open form. */
export async function* answerPattern(lines: readonly string[], tools: Tools, form?: ChatForm): Answer {
  yield {
    metadata: { step: `Tried parsers on ${lines.length === 1 ? 'the line' : `${lines.length} lines`}` },
  };
  const outcome = await tools.suggestSteps({ events: [...lines], isText: lines.map(() => true) });
  yield { text: describeParsers(outcome), functionType: 'GROK_DETECTION' };
  if (form?.source)
    return yield* answerSourceForm(lines, { templateId: form.templateId, source: form.source }, tools);
  const fitting =
    form &&
    outcome.suggestions.find(
      ({ templateId }) => templateId.startsWith('parse_') && templateId === form.templateId,
    );
  if (!fitting) return;
  const { templateId, config, title, matched } = fitting;
  const note = `${title} works on ${matched} of ${counted(outcome.eventCount, 'line')}.`;
  yield {
    text: '\nThe form that is open takes it:',
    functionType: 'FORM_VALUES_APPLIED',
    metadata: {
      proposal: proposeFilling(nameTransform(templateId), [note], { id: 'fillForm', templateId, config }),
    },
  };
}
