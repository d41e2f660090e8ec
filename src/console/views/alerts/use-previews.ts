import { findConditionProblem } from '../../../contract/alerts/condition.ts';
import type { CallBody } from '../../../contract/calls/index.ts';
import type { AlertOccasion } from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';
import { useSettled } from '../../components/use-settled.ts';
import { type RuleConfig, toCondition } from './new-rule.ts';
import { findRuleErrors } from './save-rule.ts';

type Asked = CallBody<'previewAlertMessages'>['alertRule'];
type Rule = { id: string | undefined; siteId: string; name: string; config: RuleConfig };

/** What is asked; undefined while the rule cannot be told. */
function toAsked({ id, siteId, name, config }: Rule): Asked | undefined {
  const condition = toCondition(config.condition);
  const { severity, channelIds, runbookUrl, message } = config;
  if (!condition || findConditionProblem(condition) || findRuleErrors(config)['config.message']) return;
  if (channelIds.length === 0 || !/^$|^https?:\/\/[^\s]+$/.test(runbookUrl.trim())) return undefined;
  return {
    ...(id === undefined ? {} : { id }),
    siteId,
    name,
    condition,
    severity,
    channelIds,
    runbookUrl,
    message,
  };
}

/** What the channels of a rule would be sent, as it is edited. */
export function usePreviews(rule: Rule, occasion: AlertOccasion) {
  const settled = useSettled(toAsked(rule) ?? null);
  const asked = settled ?? undefined;
  const { data, error, refetch } = useCall(
    'previewAlertMessages',
    { body: { alertRule: asked as Asked, occasion } },
    { enabled: asked !== undefined, keepPrevious: true, isSuppressed: true },
  );
  return { shown: asked && data, error, retry: () => void refetch() };
}
