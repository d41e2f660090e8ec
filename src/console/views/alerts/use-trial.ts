import { useEffect, useState } from 'react';
import { findConditionProblem } from '../../../contract/alerts/condition.ts';
import type { AlertCondition } from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';

const SETTLE_MS = 400;

/** The value once it stayed the same for a moment; the first at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text ?? 'null') as T), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

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
