import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import { findConditionProblem, findWarningProblem } from '../../../contract/alerts/condition.ts';
import { findTemplateProblem, RULE_VARIABLES } from '../../../contract/alerts/message-template.ts';
import { callApi } from '../../api/call-api.ts';
import { createFieldErrorsReader, saveOutcome } from '../../components/entity-form/save-outcome.ts';
import { type RuleConfig, toCondition } from './new-rule.ts';
import { describeThreshold } from './threshold.ts';

const readErrors = createFieldErrorsReader(/^alertRule\./);

/** Subjects for problems that name no rule. */
const PROBLEM_SUBJECTS: Readonly<Record<string, string>> = { query: 'The query', groupField: 'The field' };

/** Refuses unreadable input before sending. */
export function findRuleErrors({ condition, severity, message }: RuleConfig): FieldErrors {
  const { threshold, clearThreshold, metric, scope, warning } = condition;
  const errors: FieldErrors = {};
  const must = `must be ${describeThreshold(metric)}`;
  if (typeof threshold === 'string') errors['config.condition.threshold'] = `The threshold ${must}`;
  if (typeof clearThreshold === 'string')
    errors['config.condition.clearThreshold'] = `The value that clears ${must}`;
  if (typeof warning?.threshold === 'string')
    errors['config.condition.warning'] = `The warning threshold ${must}`;
  if (scope.kind === 'selected' && scope.ids.length === 0)
    errors['config.condition.scope'] = 'Select at least one thing to watch';
  if (scope.kind === 'pattern' && scope.pattern.trim() === '')
    errors['config.condition.scope'] = 'A pattern is required, such as web-*';
  const unknown = findTemplateProblem(message, RULE_VARIABLES);
  if (unknown) errors['config.message'] = `The message ${unknown}`;
  const whole = toCondition(condition);
  const problem = whole && findConditionProblem(whole);
  const subject = problem && PROBLEM_SUBJECTS[problem.field];
  if (problem)
    errors[`config.condition.${problem.field}`] = subject ? `${subject} ${problem.message}` : problem.message;
  const unfit = whole && findWarningProblem(whole, severity);
  if (unfit) errors['config.condition.warning'] ??= unfit;
  return errors;
}

export async function saveRule(siteId: string, { id, values, revision }: SaveInput): Promise<SaveOutcome> {
  const config = values.config as RuleConfig;
  const errors = findRuleErrors(config);
  if (values.name.trim() === '') errors.name = 'Name is required';
  const condition = toCondition(config.condition);
  if (!condition || Object.keys(errors).length > 0) return { kind: 'refused', errors, message: '' };
  const { condition: _edited, ...others } = config;
  const fields = { name: values.name, condition, ...others };
  return saveOutcome(readErrors, async () => {
    if (id === undefined) {
      const { data } = await callApi('createAlertRule', { body: { alertRule: { siteId, ...fields } } });
      return { id: data.id, revision: 1 };
    }
    const options = { ifMatch: revision ?? ('*' as const) };
    const { data } = await callApi('updateAlertRule', { body: { alertRule: { id, ...fields } } }, options);
    return { id, revision: data.alertRule.revision };
  });
}
