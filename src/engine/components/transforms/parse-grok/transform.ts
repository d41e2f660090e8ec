import type { Batch } from '../../../event/batch.ts';
import { createTextField, type TextField } from '../../../event/builder.ts';
import { MESSAGE, ORIGIN } from '../../../event/constants.ts';
import { isNumberText } from '../../../event/numbers.ts';
import { formatPath, type Path, parsePath } from '../../../event/path.ts';
import { compileGrok, type Grok } from '../../../patterns/grok.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { type ParseGrokConfig, parseGrokSchema } from './schema.ts';

type Target = {
  path: Path;
  isNumber: boolean;
  problem: ComponentProblem;
  /** Earlier captures of the same field; the first that matched wins. */
  earlier: number[];
};
type Matcher = {
  grok: Grok;
  targets: Target[];
  replacesSource: boolean;
  /** What a raw line becomes; null when fields are nested or replace the text itself. */
  whole: TextField[] | null;
};

const noMatch = (field: string): ComponentProblem => ({
  errorName: 'GrokNoMatch',
  message: `The text in ${field} matches no pattern`,
  causes: [
    'Some lines have another layout than the pattern expects',
    'Lines were cut off before they came here',
  ],
  resolutions: [
    'Compare the example event with the pattern',
    'Add a pattern for these lines under Other patterns',
    'Add a condition so that only lines of this layout come here',
  ],
});

function compileMatcher(pattern: string, config: ParseGrokConfig): Matcher {
  const grok = compileGrok(pattern, config.definitions, config.patternSet);
  const prefix = config.target === undefined ? '' : `${config.target}.`;
  const targets = grok.fields.map(({ name, type }, index) => ({
    path: parsePath(prefix + name),
    isNumber: type !== 'string',
    problem: inTheWay(prefix + name),
    earlier: grok.fields.flatMap((field, at) => (at < index && field.name === name ? [at] : [])),
  }));
  const source = formatPath(parsePath(config.field).map((name) => name.text));
  const replacesSource = targets.some(({ path }) => {
    const written = formatPath(path.map((name) => name.text));
    return written === source || written.startsWith(`${source}.`);
  });
  const isFlat = targets.every(({ path }) => path.length === 1 && path[0] !== ORIGIN);
  const whole =
    isFlat && !replacesSource
      ? targets.map(({ path, isNumber }) => createTextField(path[0]!.text, isNumber))
      : null;
  return { grok, targets, replacesSource, whole };
}

/** Makes numbers such as 007 valid JSON; other text stays. */
function normalizeNumber(text: string): string {
  if (isNumberText(text)) return text;
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? text : String(number);
}

/** Texts by target: numbers as in JSON, undefined when an earlier capture won. */
function readTexts({ grok, targets }: Matcher, text: string): (string | undefined)[] | null {
  const texts = grok.match(text);
  if (texts === null) return null;
  for (let i = targets.length - 1; i >= 0; i--) {
    const { earlier, isNumber } = targets[i]!;
    const own = texts[i];
    if (own === undefined) continue;
    if (earlier.length > 0 && earlier.some((at) => texts[at] !== undefined)) texts[i] = undefined;
    else if (isNumber) texts[i] = normalizeNumber(own);
  }
  return texts;
}

function putAll(
  batch: Batch,
  event: number,
  { targets }: Matcher,
  texts: readonly (string | undefined)[],
): ComponentProblem | null {
  for (let i = 0; i < targets.length; i++) {
    const text = texts[i];
    const { path, isNumber, problem } = targets[i]!;
    if (text === undefined) continue;
    const isPut =
      isNumber && isNumberText(text)
        ? batch.setJsonText(event, path, text)
        : batch.setString(event, path, text);
    if (!isPut) return problem;
  }
  return null;
}

/** The first matching pattern wins; its fields are set and the parsed field is removed. */
export const parseGrokTransform: TransformComponent = {
  create(input, context) {
    const config = parseGrokSchema.parse(input);
    const from = parsePath(config.field);
    const matchers = [config.pattern, ...config.alternatives].map((pattern) =>
      compileMatcher(pattern, config),
    );
    const missing = fieldMissing(config.field);
    const unmatched = noMatch(config.field);
    const isLine = from.length === 1 && from[0]?.text === MESSAGE.text;
    const parse = (batch: Batch, event: number): ComponentProblem | null => {
      const isWhole = isLine && !config.keepOriginal && batch.isRawText(event);
      const text = isWhole ? batch.message(event) : batch.textAt(event, from);
      if (text === undefined) return missing;
      for (const matcher of matchers) {
        const texts = readTexts(matcher, text);
        if (texts === null) continue;
        if (isWhole && matcher.whole !== null && batch.replaceText(event, matcher.whole, texts)) return null;
        const problem = putAll(batch, event, matcher, texts);
        if (problem === null && !config.keepOriginal && !matcher.replacesSource) batch.remove(event, from);
        return problem;
      }
      return unmatched;
    };
    return {
      process(batch, event) {
        const problem = parse(batch, event);
        if (problem) context.fail(batch, event, problem);
      },
    };
  },
};
