import { findConditionProblem } from '../../../contract/alerts/condition.ts';
import type { AlertCondition } from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';
import { useSettled } from '../../components/use-settled.ts';

const NOTHING: AlertCondition = {
  metric: 'errors',
  scope: { kind: 'all' },
  aggregation: 'SUM',
  windowMinutes: 1,
  operator: 'ABOVE',
  threshold: 0,
  forMinutes: 0,
  clearThreshold: null,
  clearMinutes: 0,
  noData: 'KEEP',
};

/** What the condition would have done in the last days; nothing while it cannot be judged. */
export function useTrial(siteId: string, condition: AlertCondition | undefined, isWanted = true) {
  const settled = useSettled(condition ?? null);
  const isValid = settled !== null && findConditionProblem(settled) === undefined;
  const { data, error, isFetching, refetch } = useCall(
    'tryAlertRule',
    { body: { alertRule: { siteId, condition: settled ?? NOTHING } } },
    { enabled: isWanted && isValid, keepPrevious: true, isSuppressed: true },
  );
  return {
    trial: isValid && isWanted ? data?.trial : undefined,
    error,
    isFetching,
    retry: () => void refetch(),
  };
}
