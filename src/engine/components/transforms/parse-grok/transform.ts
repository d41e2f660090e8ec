import type { Batch } from '../../../event/batch.ts';
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
type Matcher = { grok: Grok; targets: Target[]; replacesSource: boolean };

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
  return { grok, targets, replacesSource };
}

function put(batch: Batch, event: number, { path, isNumber }: Target, text: string): boolean {
  if (!isNumber) return batch.setString(event, path, text);
  if (isNumberText(text)) return batch.setJsonText(event, path, text);
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number)
    ? batch.setString(event, path, text)
    : batch.setJsonText(event, path, String(number));
}

function putAll(
  batch: Batch,
  event: number,
  { targets }: Matcher,
  texts: readonly (string | undefined)[],
): ComponentProblem | null {
  for (let i = 0; i < targets.length; i++) {
    const text = texts[i];
    const target = targets[i]!;
    if (text === undefined || target.earlier.some((at) => texts[at] !== undefined)) continue;
    if (!put(batch, event, target, text)) return target.problem;
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
    const parse = (batch: Batch, event: number): ComponentProblem | null => {
      const member = batch.get(event, from);
      if (member < 0) return missing;
      const text = batch.text(member);
      for (const matcher of matchers) {
        const texts = matcher.grok.match(text);
        if (texts === null) continue;
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
