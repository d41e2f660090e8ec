import { useMemo } from 'react';
import type { ChartSpan } from '../../../charts/types.ts';
import { METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import { describeGrouping, formatTarget, SUBJECT_NAMES } from '../../../contract/alerts/texts.ts';
import type { AlertCondition, AlertTrial } from '../../../contract/entities/alert.ts';
import { counted } from '../../../contract/values.ts';
import { explainAround } from '../../components/explain/open-explain.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { formatDuration, formatExact, formatMinute } from '../../lib/format.ts';
import { AlertChart } from './AlertChart.tsx';
import { formatPeak } from './alert-look.ts';
import * as css from './rule.css.ts';

const SHOWN = 3;
const NONE: readonly never[] = [];
const toDate = (seconds: number) => new Date(seconds * 1000);

const formatFirings = ({ firingCount, firingSeconds }: AlertTrial): string =>
  firingCount === 0
    ? 'would not have fired'
    : `${counted(firingCount, 'time')}, ${formatDuration(firingSeconds * 1000)}`;

function describeTrial({ firingCount, firingSeconds, days }: AlertTrial): string {
  if (firingCount === 0) return `Would not have fired in the last ${days} days`;
  const total = formatDuration(firingSeconds * 1000);
  return `Would have fired ${counted(firingCount, 'time')} in the last ${days} days (${total} in total)`;
}

/** What the numbers leave out. */
function describeLimits(trial: AlertTrial, condition: AlertCondition): string {
  const { groupBy = 'THING', metric } = condition;
  const isGrouped = groupBy !== 'THING';
  const many = isGrouped ? 'groups' : SUBJECT_NAMES[METRIC_INFO[metric].subject].many;
  const notes: string[] = [];
  if (trial.problem) notes.push(`${trial.problem}.`);
  if (trial.targetCount === 0 && groupBy === 'FIELD') {
    if (!trial.problem)
      notes.push(
        `No archived event that matches had the field ${condition.groupField} in the last ${trial.days} days.`,
      );
  } else if (trial.targetCount === 0)
    notes.push(`There are no ${SUBJECT_NAMES[METRIC_INFO[metric].subject].many} to watch now.`);
  else if (isGrouped && groupBy !== 'RULE')
    notes.push(
      `Grouped ${describeGrouping(condition, groupBy)}: ${counted(trial.targetCount, 'group')}, an alert for each.`,
    );
  if (trial.computedCount < trial.targetCount)
    notes.push(
      `Computed for the first ${formatExact(trial.computedCount)} of ${formatExact(trial.targetCount)} ${many}.`,
    );
  const since = trial.knownSinceUnixTimeSeconds;
  if (since === null && trial.targetCount > 0) notes.push('There is no data yet for what it would watch.');
  else if (since !== null && since > trial.chart.endUnixTimeSeconds - (trial.days - 1) * 86_400)
    notes.push(`Values are known since ${formatMinute(toDate(since))}.`);
  if (trial.tooShortCount > 0)
    notes.push(`${counted(trial.tooShortCount, 'time')} the condition did not last long enough to fire.`);
  return notes.join(' ');
}

function FiringList({ trial, condition }: { trial: AlertTrial; condition: AlertCondition }) {
  const { chart, firings, firingCount } = trial;
  if (firings.length === 0) return null;
  return (
    <ol className={css.firings} aria-label="When it would have fired">
      {firings.slice(0, SHOWN).map((one) => {
        const end = one.endUnixTimeSeconds;
        const until = end ?? chart.endUnixTimeSeconds;
        const lasted = formatDuration((until - one.startUnixTimeSeconds) * 1000);
        const begin = formatMinute(toDate(one.startUnixTimeSeconds));
        const { name, pipelineId } = one.target;
        return (
          <li key={`${one.startUnixTimeSeconds} ${pipelineId} ${name}`} className={css.firing}>
            <span className={css.firingTime}>
              {begin}
              {end === null ? ' to now' : ` to ${formatMinute(toDate(end)).split(' ').at(-1)}`}
            </span>
            <span>{lasted}</span>
            <span className={css.firingName}>{formatTarget(one.target).replaceAll("'", '')}</span>
            <span className={css.firingPeak}>{formatPeak(condition, one.peak)}</span>
            <Button
              variant="ghost"
              size="small"
              aria-label={`Explain ${begin}`}
              onClick={() => explainAround(one.startUnixTimeSeconds, until, pipelineId || undefined)}
            >
              Explain
            </Button>
          </li>
        );
      })}
      {firingCount > SHOWN && <li className={css.more}>and {formatExact(firingCount - SHOWN)} earlier</li>}
    </ol>
  );
}

type RuleTrialProps = {
  condition: AlertCondition | undefined;
  trial: AlertTrial | undefined;
  /** The stored rule's trial, when different. */
  saved: AlertTrial | undefined;
  isFetching: boolean;
  error: { message: string } | null;
  retry: () => void;
};

/** The evaluator's own result for the rule, and a chart of the last day. */
export function RuleTrial({ condition, trial, saved, isFetching, error, retry }: RuleTrialProps) {
  const spans = useMemo((): readonly ChartSpan[] => {
    if (!trial) return NONE;
    const to = trial.chart.endUnixTimeSeconds;
    return [
      ...trial.gaps.map(
        (gap): ChartSpan => ({
          start: gap.startUnixTimeSeconds * 1000,
          end: gap.endUnixTimeSeconds * 1000,
          kind: 'gap',
        }),
      ),
      ...trial.firings.map(
        (one): ChartSpan => ({
          start: one.startUnixTimeSeconds * 1000,
          end: (one.endUnixTimeSeconds ?? to) * 1000,
          kind: 'firing',
        }),
      ),
    ];
  }, [trial]);
  if (error)
    return (
      <ErrorPanel
        title="What it would have done could not be computed"
        cause={error.message}
        onRetry={retry}
      />
    );
  if (!condition)
    return <p className={css.note}>What it would have done shows once every part can be read.</p>;
  const { label } = METRIC_INFO[condition.metric];
  return (
    <section className={css.trial} aria-label="What it would have done" aria-busy={isFetching || undefined}>
      <header className={css.trialHead}>
        <h3 className={css.trialTitle}>
          <span role="status">{trial ? describeTrial(trial) : 'Computing what it would have done…'}</span>
        </h3>
        {saved && <span className={css.note}>Saved rule: {formatFirings(saved)}</span>}
      </header>
      {trial && <FiringList trial={trial} condition={condition} />}
      {trial && describeLimits(trial, condition) !== '' && (
        <p className={css.note}>{describeLimits(trial, condition)}</p>
      )}
      <AlertChart
        title={`${label.charAt(0).toUpperCase()}${label.slice(1)}, last 24 hours`}
        condition={condition}
        series={trial?.series ?? NONE}
        spans={spans}
        loading={trial === undefined}
      />
    </section>
  );
}
