import { isUpward } from '../../../contract/alerts/condition.ts';
import { type AlertMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import type { AlertSeverity } from '../../../contract/alerts/states.ts';
import type { AlertCondition, AlertRule } from '../../../contract/entities/alert.ts';

/** As edited: unreadable text stays text, so that saving refuses it. */
export type EditedCondition = Omit<AlertCondition, 'threshold' | 'clearThreshold' | 'warning'> & {
  threshold: number | string;
  clearThreshold: number | string | null;
  warning: { threshold: number | string; severity: AlertSeverity } | null;
};

export type RuleConfig = {
  condition: EditedCondition;
  severity: AlertSeverity;
  channelIds: string[];
  runbookUrl: string;
  repeatMinutes: number;
  message: string;
  enabled: boolean;
};

const BEGINNINGS: Record<AlertMetric, Partial<Omit<AlertCondition, 'warning'>>> = {
  sourceEvents: { threshold: 1, windowMinutes: 15 },
  sourceBytes: { threshold: 1e9, windowMinutes: 60 },
  volumeAgainstUsual: { threshold: 50 },
  destinationEvents: { threshold: 1, windowMinutes: 15 },
  destinationBytes: { threshold: 1e9, windowMinutes: 60 },
  destinationFailing: { forMinutes: 3 },
  bufferShare: { threshold: 80, forMinutes: 5 },
  lag: { threshold: 60, forMinutes: 5 },
  optimization: { threshold: 20, windowMinutes: 60 },
  errors: { threshold: 100, windowMinutes: 5 },
  lostEvents: { threshold: 0, windowMinutes: 5 },
  deploymentFailed: {},
  hydrationFailed: {},
  engineAway: { forMinutes: 2 },
  diskUsed: { threshold: 90, forMinutes: 5 },
  daysLeft: { threshold: 14 },
  keyDaysLeft: { threshold: 7 },
  logMatches: { threshold: 0, windowMinutes: 5, query: '' },
};

export const createCondition = (metric: AlertMetric): AlertCondition & { warning: null } => ({
  metric,
  scope: { kind: 'all' },
  aggregation: METRIC_INFO[metric].aggregations[0] ?? 'LAST',
  windowMinutes: 1,
  operator: METRIC_INFO[metric].operator,
  threshold: 0,
  warning: null,
  forMinutes: 0,
  clearThreshold: null,
  clearMinutes: 0,
  noData: 'KEEP',
  ...BEGINNINGS[metric],
});

export const toRuleConfig = (rule: AlertRule): RuleConfig => ({
  condition: { ...rule.condition, warning: rule.condition.warning ?? null },
  severity: rule.severity,
  channelIds: rule.channelIds,
  runbookUrl: rule.runbookUrl,
  repeatMinutes: rule.repeatMinutes,
  message: rule.message,
  enabled: rule.enabled,
});

/** A Log Search query, and its archive; all if omitted. */
export type HandedSearch = { query: string; sourceId: string | undefined };

const createSearchCondition = ({ query, sourceId }: HandedSearch): EditedCondition => ({
  ...createCondition('logMatches'),
  query,
  ...(sourceId === undefined ? {} : { scope: { kind: 'selected', ids: [sourceId] } }),
});

export const createRuleConfig = (search?: HandedSearch): RuleConfig => ({
  condition: search ? createSearchCondition(search) : createCondition('lag'),
  severity: 'HIGH',
  channelIds: [],
  runbookUrl: '',
  repeatMinutes: 0,
  message: '',
  enabled: true,
});

/** Suggested warning: a fifth before the threshold. */
export function createWarning(
  { metric, operator, threshold }: EditedCondition,
  severity: AlertSeverity,
): EditedCondition['warning'] {
  if (typeof threshold === 'string') return { threshold: '', severity };
  const before = threshold * (isUpward(operator) ? 0.8 : 1.25);
  const isPercent = METRIC_INFO[metric].unit === 'percent';
  return { threshold: Math.min(isPercent ? 100 : Number.POSITIVE_INFINITY, Math.round(before)), severity };
}

/** Undefined unless everything is readable. */
export function toCondition(edited: EditedCondition): AlertCondition | undefined {
  const { threshold, clearThreshold, scope, warning } = edited;
  if (typeof warning?.threshold === 'string') return undefined;
  if (typeof threshold === 'string' || typeof clearThreshold === 'string') return undefined;
  if (scope.kind === 'selected' && scope.ids.length === 0) return undefined;
  if (scope.kind === 'pattern' && scope.pattern.trim() === '') return undefined;
  const milder = warning && { threshold: warning.threshold, severity: warning.severity };
  return { ...edited, threshold, clearThreshold, warning: milder };
}
