import { findConditionProblem, findWarningProblem } from '../../contract/alerts/condition.ts';
import { findTemplateProblem, RULE_VARIABLES } from '../../contract/alerts/message-template.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import { readsEvents } from '../../contract/calls/log-search.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { invalid } from '../http/input.ts';

/** @throws ContractError VALIDATION_FAILED for parts that conflict */
export function requireCondition(condition: AlertCondition, severity?: AlertSeverity): void {
  const warning = severity && findWarningProblem(condition, severity);
  const problem =
    findConditionProblem(condition) ??
    (warning ? { field: 'warning.severity', message: warning } : undefined);
  if (!problem) return;
  const field = `alertRule.condition.${problem.field}`;
  throw invalid([{ field, rule: 'condition', message: problem.message }]);
}

export function requireMessage(message: string): void {
  const problem = findTemplateProblem(message, RULE_VARIABLES);
  if (problem) throw invalid([{ field: 'alertRule.message', rule: 'template', message: problem }]);
}

/**
 * Match counts reveal content, so they require the right to search.
 * @throws ContractError FORBIDDEN
 */
export function requireSearch(principal: Principal, { metric }: AlertCondition, siteId: string): void {
  if (metric !== 'logMatches') return;
  const permitted = permits(principal, readsEvents, siteId);
  if (permitted !== true) throw new ContractError('FORBIDDEN', `A rule over a search: ${permitted}`);
}
