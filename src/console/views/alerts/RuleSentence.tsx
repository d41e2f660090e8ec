import {
  ALERT_EVERY_MINUTES,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_WAITS_MINUTES,
  ALERT_WINDOWS_MINUTES,
  isStateMetric,
  METRIC_INFO,
} from '../../../contract/alerts/metrics.ts';
import {
  AGGREGATION_NAMES,
  formatEvery,
  formatMinutes,
  OPERATOR_NAMES,
  SUBJECT_NAMES,
} from '../../../contract/alerts/texts.ts';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { SelectPart, Sentence } from '../../components/widgets/sentence/sentence.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { SEVERITIES, SEVERITY_LOOKS } from './alert-look.ts';
import { ChannelsPart } from './ChannelsPart.tsx';
import { createCondition, type EditedCondition, type RuleConfig } from './new-rule.ts';
import { QueryPart } from './QueryPart.tsx';
import { GroupingParts, ScopeParts } from './ScopeParts.tsx';
import { ThresholdPart, WarningParts } from './ThresholdParts.tsx';

type SentenceProps = {
  formId: string;
  siteId: string;
  config: RuleConfig;
  /** The stored rule; undefined for a new one. */
  saved: RuleConfig | undefined;
  errors: Readonly<Record<string, string>>;
  readOnly: boolean;
  onChange: (next: Partial<RuleConfig>) => void;
};

const METRIC_OPTIONS = ALERT_METRICS.map((value) => {
  const { label, subject } = METRIC_INFO[value];
  const name = SUBJECT_NAMES[subject].one;
  return { value, label: isStateMetric(value) ? `${name} ${label}` : `${label} (${name})` };
});

const toMinuteOptions = (minutes: readonly number[], current: number, format: (minutes: number) => string) =>
  [...new Set([...minutes, current])]
    .toSorted((a, b) => a - b)
    .map((one) => ({ value: String(one), label: format(one) }));

const formatWait = (minutes: number) => (minutes === 0 ? 'at once' : `for ${formatMinutes(minutes)}`);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rule as a sentence whose parts are edited in place. */
export function RuleSentence({ formId, siteId, config, saved, errors, readOnly, onChange }: SentenceProps) {
  const { condition, severity } = config;
  const { metric } = condition;
  const info = METRIC_INFO[metric];
  const change = (next: Partial<EditedCondition>) => onChange({ condition: { ...condition, ...next } });
  const mark = (...names: (keyof EditedCondition)[]) => ({
    isChanged: saved !== undefined && names.some((name) => !isSame(saved.condition[name], condition[name])),
    isInvalid: names.some((name) => errors[`config.condition.${name}`] !== undefined),
    readOnly,
  });
  const state = isStateMetric(metric);
  const isSearch = metric === 'logMatches';
  const flags = useStore(flagsOn);
  const hasSearch = flags === undefined || flags.has('logSearchV1') || flags.has('logSearchV2');
  const metricPart = (
    <SelectPart
      id={buildFieldId(formId, 'config.condition.metric')}
      label="What is measured"
      value={metric}
      text={info.label}
      options={METRIC_OPTIONS.filter(({ value }) => hasSearch || value !== 'logMatches' || isSearch)}
      onChange={(next) => onChange({ condition: createCondition(next) })}
      {...mark('metric')}
    />
  );
  const scopePart = (
    <ScopeParts
      formId={formId}
      siteId={siteId}
      errors={errors}
      readOnly={readOnly}
      metric={metric}
      scope={condition.scope}
      isGrouped={!state && (condition.groupBy ?? 'THING') !== 'THING'}
      isChanged={mark('scope').isChanged}
      onChange={(scope) => change({ scope })}
    />
  );
  const groupingParts = (
    <GroupingParts
      formId={formId}
      siteId={siteId}
      condition={condition}
      onChange={(next) => change(next)}
      {...mark('groupBy', 'groupField')}
    />
  );
  const waitPart = (
    <SelectPart
      label="How long before it fires"
      value={String(condition.forMinutes)}
      options={toMinuteOptions(ALERT_WAITS_MINUTES, condition.forMinutes, formatWait)}
      onChange={(minutes) => change({ forMinutes: Number(minutes) })}
      {...mark('forMinutes')}
    />
  );
  const { everyMinutes = 1 } = condition;
  const everyPart = info.stepMinutes === 1 && (
    <>
      ,{' '}
      <SelectPart
        id={buildFieldId(formId, 'config.condition.everyMinutes')}
        label="How often it is evaluated"
        value={String(everyMinutes)}
        options={toMinuteOptions(ALERT_EVERY_MINUTES, everyMinutes, formatEvery)}
        onChange={(next) =>
          change({ everyMinutes: ALERT_EVERY_MINUTES.find((one) => one > 1 && one === Number(next)) })
        }
        {...mark('everyMinutes')}
      />
    </>
  );
  const isWindowed = info.isCounted ? info.stepMinutes === 1 : condition.aggregation !== 'LAST';
  return (
    <Sentence label="Rule">
      {state ? (
        <>
          When {scopePart} {metricPart}
          {groupingParts} {waitPart}
          {everyPart}
        </>
      ) : (
        <>
          When{' '}
          {info.aggregations.length > 1 && (
            <>
              the{' '}
              <SelectPart
                label="How values are combined"
                value={condition.aggregation}
                options={info.aggregations.map((value) => ({ value, label: AGGREGATION_NAMES[value] }))}
                onChange={(aggregation) => change({ aggregation })}
                {...mark('aggregation')}
              />{' '}
              of{' '}
            </>
          )}
          {metricPart}{' '}
          {isSearch && (
            <>
              <QueryPart
                id={buildFieldId(formId, 'config.condition.query')}
                siteId={siteId}
                sourceIds={condition.scope.kind === 'selected' ? condition.scope.ids : undefined}
                value={condition.query ?? ''}
                onChange={(query) => change({ query })}
                {...mark('query')}
              />{' '}
            </>
          )}
          {isSearch ? 'in' : 'of'} {scopePart}
          {groupingParts}{' '}
          {isWindowed && (
            <>
              over{' '}
              <SelectPart
                label="Window"
                value={String(condition.windowMinutes)}
                options={toMinuteOptions(ALERT_WINDOWS_MINUTES, condition.windowMinutes, formatMinutes)}
                onChange={(minutes) => change({ windowMinutes: Number(minutes) })}
                {...mark('windowMinutes')}
              />{' '}
            </>
          )}
          is{' '}
          <SelectPart
            label="Compared"
            value={condition.operator}
            options={ALERT_OPERATORS.map((value) => ({ value, label: OPERATOR_NAMES[value] }))}
            onChange={(operator) => change({ operator, clearThreshold: null, warning: null })}
            {...mark('operator')}
          />{' '}
          <ThresholdPart
            id={buildFieldId(formId, 'config.condition.threshold')}
            label="Threshold"
            condition={condition}
            value={condition.threshold}
            onChange={(threshold) => change({ threshold })}
            {...mark('threshold')}
          />{' '}
          {waitPart}
          {everyPart}
        </>
      )}
      , fire{' '}
      <SelectPart
        label="Severity"
        value={severity}
        options={SEVERITIES.map((value) => ({ value, ...SEVERITY_LOOKS[value] }))}
        onChange={(next) => onChange({ severity: next })}
        isChanged={saved !== undefined && saved.severity !== severity}
        readOnly={readOnly}
      />
      {!state && (
        <WarningParts
          formId={formId}
          condition={condition}
          severity={severity}
          onChange={(warning) => change({ warning })}
          {...mark('warning')}
        />
      )}{' '}
      and{' '}
      <ChannelsPart
        siteId={siteId}
        id={buildFieldId(formId, 'config.channelIds')}
        channelIds={config.channelIds}
        isChanged={saved !== undefined && !isSame(saved.channelIds, config.channelIds)}
        isInvalid={errors['config.channelIds'] !== undefined}
        readOnly={readOnly}
        onChange={(channelIds) => onChange({ channelIds })}
      />
      .
    </Sentence>
  );
}
