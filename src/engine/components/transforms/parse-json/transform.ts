import type { Batch } from '../../../event/batch.ts';
import { MESSAGE_PATH, parsePath } from '../../../event/path.ts';
import type {
  ComponentProblem,
  RunningTransform,
  TransformComponent,
  TransformContext,
} from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { parseJsonSchema } from './schema.ts';

const notJson = (what: string): ComponentProblem => ({
  errorName: 'JsonInvalid',
  message: `${what} is not valid JSON`,
  causes: ['The sender mixes plain text with JSON', 'Lines were cut off before they came here'],
  resolutions: [
    'Add a condition so that only JSON comes here, for example: message starts with {',
    'Use Parse grok for the plain lines',
  ],
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Parses raw lines in place. Objects without a text `message` pass. */
function parseLines(context: TransformContext): RunningTransform {
  const lineProblem = { ...notJson('The line'), message: 'The line is not a JSON object' };
  const fieldProblem = notJson('The text in message');
  return {
    process(batch, event) {
      if (batch.isRawText(event)) {
        if (batch.parseJson(event) !== null) context.fail(batch, event, lineProblem);
        return;
      }
      const member = batch.get(event, MESSAGE_PATH);
      if (batch.isString(member) && !batch.setJsonText(event, MESSAGE_PATH, batch.text(member)))
        context.fail(batch, event, fieldProblem);
    },
  };
}

type Plan = { field: string; target: string; removes: boolean };

function parseField(context: TransformContext, { field, target, removes }: Plan): RunningTransform {
  const from = parsePath(field);
  const to = parsePath(target);
  const problems = {
    missing: fieldMissing(field),
    invalid: notJson(`The text in ${field}`),
    blocked: inTheWay(target),
  };
  const parse = (batch: Batch, event: number): ComponentProblem | null => {
    const member = batch.get(event, from);
    if (member < 0) return problems.missing;
    const text = batch.isString(member) ? batch.text(member) : batch.json(member);
    if (!batch.setJsonText(event, to, text)) return isJson(text) ? problems.blocked : problems.invalid;
    if (removes) batch.remove(event, from);
    return null;
  };
  return {
    process(batch, event) {
      const problem = parse(batch, event);
      if (problem) context.fail(batch, event, problem);
    },
  };
}

export const parseJsonTransform: TransformComponent = {
  create(config, context) {
    const { field, target = field, keepOriginal } = parseJsonSchema.parse(config);
    if (field === 'message' && target === 'message') return parseLines(context);
    const replaced = `${field}.`.startsWith(`${target}.`);
    return parseField(context, { field, target, removes: !keepOriginal && !replaced });
  },
};
