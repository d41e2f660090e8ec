import { SUGGEST_EVENT_MAX_LENGTH, SUGGEST_EVENTS_MAX } from '../../contract/calls/suggestions.ts';
import { counted } from '../../contract/values.ts';
import { findTemplate } from '../../engine/components/catalogue.ts';
import type { Answer, Tools } from './tools.ts';

const WISH =
  /\b(?:grok|patterns?|parser|parse|format|regex|regular expression)\b[^\n]*\b(?:lines?|logs?|this|these|it|for)\b[^\n]*$/i;
const UNMATCHED_SHOWN = 2;

/**
 * Lines that were pasted below a wish for a pattern. They are data: nothing in them is read as a wish.
 * @returns undefined where the message is another one
 */
export function readPastedLines(message: string): string[] | undefined {
  const [wish = '', ...lines] = message.split(/\r?\n/);
  const pasted = lines.filter((line) => line.trim() !== '');
  if (pasted.length === 0 || !WISH.test(wish.trim())) return undefined;
  return pasted.slice(0, SUGGEST_EVENTS_MAX).map((line) => line.slice(0, SUGGEST_EVENT_MAX_LENGTH));
}

/** Finds what parses the lines, by trying it on them. */
export async function* answerPattern(
  lines: readonly string[],
  { suggestSteps }: Tools,
  form?: { templateId: string },
): Answer {
  yield {
    metadata: { step: `Tried parsers on ${lines.length === 1 ? 'the line' : `${lines.length} lines`}` },
  };
  const { suggestions, eventCount } = await suggestSteps({
    events: [...lines],
    isText: lines.map(() => true),
  });
  const parsers = suggestions.filter(({ templateId }) => templateId.startsWith('parse_'));
  const [best] = parsers;
  if (!best) {
    yield {
      text: 'I find no layout that these lines have in common: they look like free text. More lines of one kind may help.',
      functionType: 'GROK_DETECTION',
    };
    return;
  }
  const grok = parsers.find(({ templateId }) => templateId === 'parse_grok');
  const shown = grok && grok.matched >= best.matched ? grok : best;
  const others = parsers.filter((one) => one !== shown).slice(0, 3);
  const name = (id: string) => findTemplate('TRANSFORM', id)?.name ?? id;
  const text = [
    `${name(shown.templateId)} works on ${shown.matched} of ${eventCount}: ${shown.title}`,
    ...(shown.fields.length > 0
      ? [
          `Fields of the first line: ${shown.fields.map((field) => `${field.name} = ${field.value}`).join(', ')}`,
        ]
      : []),
    ...shown.unmatched.slice(0, UNMATCHED_SHOWN).map((line) => `Not: ${line.slice(0, 200)}`),
    ...others.map((one) => `Also ${name(one.templateId)}, on ${one.matched}: ${one.title}`),
  ];
  yield { text: text.join('\n'), functionType: 'GROK_DETECTION' };
  const fitting = form && parsers.find(({ templateId }) => templateId === form.templateId);
  if (!fitting) return;
  yield {
    text: '\nThe form that is open takes it:',
    functionType: 'FORM_VALUES_APPLIED',
    metadata: {
      proposal: {
        title: `Fill the form of ${name(fitting.templateId)}`,
        notes: [
          `${fitting.title} works on ${fitting.matched} of ${counted(eventCount, 'line')}.`,
          'It is put into the form, and nothing is saved.',
        ],
        isDestructive: false,
        call: { id: 'fillForm', templateId: fitting.templateId, config: fitting.config },
        plan: [],
      },
    },
  };
}
