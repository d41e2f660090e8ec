import { cut, tone } from '../../../../styles/text.css.ts';
import { isStateMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import {
  AGGREGATION_NAMES,
  describeCondition,
  describeGrouping,
  formatQuery,
  SUBJECT_NAMES,
} from '../../../contract/alerts/texts.ts';
import type { AlertRule } from '../../../contract/entities/alert.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import { formatSilence, SEVERITIES, SEVERITY_LOOKS, SILENCED_LOOK, STATE_LOOKS } from './alert-look.ts';
import * as css from './alerts.css.ts';

const isNever = (time: string): boolean => time.startsWith('0001');

/** `Highest minute of buffer fill above 80% for 5 min`. */
export function describeRule({ condition }: AlertRule): string {
  const { metric, aggregation, scope, groupBy = 'THING' } = condition;
  const { label, subject, aggregations } = METRIC_INFO[metric];
  const names = SUBJECT_NAMES[subject];
  const grouping = groupBy === 'THING' ? '' : ` ${describeGrouping(condition, groupBy)}`;
  const isTotal = groupBy !== 'THING' && !isStateMetric(metric);
  const scopeText = {
    all: subject === 'site' ? 'this site' : isTotal ? `all ${names.many}` : `any ${names.one}`,
    selected: `selected ${names.many}`,
    pattern: scope.kind === 'pattern' ? `${names.many} named ${scope.pattern}` : '',
  }[scope.kind];
  const where = isTotal ? `${scopeText}${grouping}` : scopeText;
  const wait = describeCondition(condition);
  const combined = aggregations.length > 1 ? `${AGGREGATION_NAMES[aggregation]} of ` : '';
  const state =
    metric === 'engineAway'
      ? 'the engine of this site is away'
      : `${where} ${label}${grouping === '' ? '' : `,${grouping}`}`;
  const what =
    metric === 'logMatches' ? `${label} ${formatQuery(condition.query)} in ${where}` : `${label} of ${where}`;
  const whole = isStateMetric(metric)
    ? `${state}${condition.forMinutes > 0 ? ` ${wait}` : ''}`
    : `${combined}${what} ${wait}`;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}

const formatState = ({ enabled, state, stateCount }: AlertRule): string => {
  if (!enabled) return 'Paused';
  return stateCount > 1 ? `${STATE_LOOKS[state].label} ×${stateCount}` : STATE_LOOKS[state].label;
};

/** `Silenced until 26 Nov 14:00 by Ann`, or `Partly silenced …`; empty without a silence. */
export function formatRuleSilence({ silence, enabled }: AlertRule): string {
  if (!silence || !enabled) return '';
  return silence.isWhole ? formatSilence(silence) : formatSilence(silence).replace(/^S/, 'Partly s');
}

const formatLastFired = ({ lastFiredAt }: AlertRule): string =>
  isNever(lastFiredAt) ? 'Never' : formatMinute(new Date(lastFiredAt));

export const ruleColumns: readonly Column<AlertRule>[] = [
  {
    id: 'name',
    header: 'Rule',
    width: 'minmax(120px, 3fr)',
    sortable: true,
    value: (rule) => rule.name,
    cell: (rule) => rule.name,
  },
  {
    id: 'state',
    header: 'State',
    width: '104px',
    shownFrom: 480,
    sortable: true,
    value: formatState,
    cell: (rule) =>
      rule.enabled ? (
        <StatusBadge
          {...STATE_LOOKS[rule.state]}
          {...(rule.silence?.isWhole ? SILENCED_LOOK : {})}
          label={formatState(rule)}
        />
      ) : (
        <StatusBadge label="Paused" shape="paused" tone="text3" />
      ),
  },
  {
    id: 'condition',
    header: 'Fires when',
    width: 'minmax(160px, 5fr)',
    shownFrom: 700,
    isMinor: true,
    value: (rule) => [formatRuleSilence(rule), rule.problem, describeRule(rule)].filter(Boolean).join(': '),
    cell: (rule) => (
      <span className={`${cut} ${tone.text2}`}>
        {formatRuleSilence(rule) !== '' && <span className={tone.text3}>{formatRuleSilence(rule)}: </span>}
        {rule.problem && <span className={tone.warn}>{rule.problem}: </span>}
        {describeRule(rule)}
      </span>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '104px',
    shownFrom: 480,
    sortable: true,
    value: (rule) => SEVERITIES.length - SEVERITIES.indexOf(rule.severity),
    text: (rule) => SEVERITY_LOOKS[rule.severity].label,
    cell: (rule) => <StatusBadge {...SEVERITY_LOOKS[rule.severity]} />,
  },
  {
    id: 'lastFired',
    header: 'Last fired',
    width: '122px',
    shownFrom: 560,
    isMinor: true,
    sortable: true,
    value: (rule) => rule.lastFiredAt,
    text: formatLastFired,
    cell: (rule) => (
      <span className={isNever(rule.lastFiredAt) ? tone.text3 : css.time}>{formatLastFired(rule)}</span>
    ),
  },
];
