import { useState } from 'react';
import {
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_WAITS_MINUTES,
  ALERT_WINDOWS_MINUTES,
  type AlertMetric,
  isStateMetric,
  listGroupings,
  METRIC_INFO,
} from '../../../contract/alerts/metrics.ts';
import type { AlertSeverity } from '../../../contract/alerts/states.ts';
import {
  AGGREGATION_NAMES,
  describeGrouping,
  formatMinutes,
  OPERATOR_NAMES,
  SUBJECT_NAMES,
} from '../../../contract/alerts/texts.ts';
import type { AlertScope } from '../../../contract/entities/alert.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import type { Option } from '../../components/widgets/forms/options.ts';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { ChoicePart, SelectPart, Sentence, TextPart } from '../../components/widgets/sentence/sentence.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { SEVERITIES, SEVERITY_LOOKS } from './alert-look.ts';
import { CHANNEL_NAMES } from './channel-look.ts';
import { createCondition, createWarning, type EditedCondition, type RuleConfig } from './new-rule.ts';
import { formatThreshold, parseThreshold, stepThreshold } from './threshold.ts';

type SentenceProps = {
  formId: string;
  siteId: string;
  config: RuleConfig;
  /** As it is stored; undefined for a new rule. */
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

const NO_WARNING = 'none';

const formatWait = (minutes: number) => (minutes === 0 ? 'at once' : `for ${formatMinutes(minutes)}`);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type ScopeProps = Pick<SentenceProps, 'formId' | 'siteId' | 'errors' | 'readOnly'> & {
  metric: AlertMetric;
  scope: AlertScope;
  isChanged: boolean;
  onChange: (scope: AlertScope) => void;
};

/** `any destination`, some of them, or those of a name. */
function ScopeParts({ formId, siteId, errors, readOnly, metric, scope, isChanged, onChange }: ScopeProps) {
  const { subject } = METRIC_INFO[metric];
  const { one, many } = SUBJECT_NAMES[subject];
  const isSelected = scope.kind === 'selected';
  const { data } = useCall(
    'listAlertTargets',
    { query: { siteId } },
    { enabled: isSelected, isSuppressed: true },
  );
  if (subject === 'site') return <span>this site</span>;
  const kinds = subject === 'node' ? ['node', 'source', 'destination'] : [subject];
  const named = new Map<string, Option>();
  for (const target of data?.targets ?? [])
    if (kinds.includes(target.kind)) named.set(target.id, { value: target.id, label: target.name });
  const isInvalid = errors['config.condition.scope'] !== undefined;
  const marks = { isChanged, readOnly, isInvalid };
  return (
    <>
      <SelectPart
        id={buildFieldId(formId, 'config.condition.scope')}
        label="What it watches"
        value={scope.kind}
        options={[
          { value: 'all', label: `any ${one}` },
          { value: 'selected', label: `selected ${many}` },
          { value: 'pattern', label: `${many} named` },
        ]}
        onChange={(kind) => {
          if (kind === 'all') onChange({ kind });
          else if (kind === 'selected') onChange({ kind, ids: [] });
          else onChange({ kind, pattern: '' });
        }}
        {...marks}
      />
      {scope.kind === 'selected' && (
        <>
          {' '}
          <ChoicePart
            label={`Selected ${many}`}
            values={scope.ids}
            options={[...named.values()]}
            text={
              scope.ids.length === 1
                ? (named.get(scope.ids[0] ?? '')?.label ?? '1 selected')
                : `${scope.ids.length} selected`
            }
            onChange={(ids) => onChange({ kind: 'selected', ids })}
            {...marks}
          />
        </>
      )}
      {scope.kind === 'pattern' && (
        <>
          {' '}
          <TextPart
            label="Name, * stands for any text"
            value={scope.pattern}
            placeholder="web-*"
            onChange={(pattern) => onChange({ kind: 'pattern', pattern })}
            {...marks}
          />
        </>
      )}
    </>
  );
}

type GroupingProps = Pick<SentenceProps, 'formId' | 'readOnly'> & {
  condition: EditedCondition;
  isChanged: boolean;
  isInvalid: boolean;
  onChange: (next: Pick<EditedCondition, 'groupBy' | 'groupField'>) => void;
};

/** `each by itself`, `by pipeline`, or `all together`: what has an alert of its own. */
function GroupingParts({ formId, condition, onChange, ...marks }: GroupingProps) {
  const { metric, groupBy = 'THING', groupField = '' } = condition;
  const groupings = listGroupings(metric);
  if (groupings.length < 2) return null;
  return (
    <>
      {' '}
      <SelectPart
        id={buildFieldId(formId, 'config.condition.groupBy')}
        label="Group by"
        value={groupBy}
        options={groupings.map((value) => ({
          value,
          label: describeGrouping({ metric, groupField: '' }, value),
        }))}
        text={groupBy === 'FIELD' ? 'by' : describeGrouping(condition, groupBy)}
        onChange={(next) =>
          onChange({
            groupBy: next === 'THING' ? undefined : next,
            groupField: next === 'FIELD' ? groupField : undefined,
          })
        }
        {...marks}
      />
      {groupBy === 'FIELD' && (
        <>
          {' '}
          <TextPart
            id={buildFieldId(formId, 'config.condition.groupField')}
            label="Field of the events"
            value={groupField}
            placeholder="host"
            onChange={(field) => onChange({ groupBy, groupField: field })}
            {...marks}
          />
        </>
      )}
    </>
  );
}

type ThresholdProps = {
  id: string;
  label: string;
  condition: Pick<EditedCondition, 'metric' | 'aggregation'>;
  value: number | string;
  isChanged: boolean;
  isInvalid: boolean;
  readOnly: boolean;
  onChange: (value: number | string) => void;
};

/** Typed with its unit, shown in the shortest once left. */
export function ThresholdPart({ condition, value, onChange, ...marks }: ThresholdProps) {
  const { metric } = condition;
  const [draft, setDraft] = useState<string>();
  const read = (text: string) => parseThreshold(metric, text) ?? text;
  const shown = typeof value === 'number' ? formatThreshold(condition, value) : value;
  return (
    <TextPart
      {...marks}
      value={draft !== undefined && read(draft) === value ? draft : shown}
      onChange={(text) => {
        setDraft(text);
        onChange(read(text));
      }}
      onBlur={() => setDraft(undefined)}
      onStep={(direction, isFine) => {
        if (typeof value !== 'number') return;
        setDraft(undefined);
        onChange(stepThreshold(metric, value, direction, isFine));
      }}
    />
  );
}

type WarningProps = Pick<SentenceProps, 'formId' | 'readOnly'> & {
  condition: EditedCondition;
  severity: AlertSeverity;
  isChanged: boolean;
  isInvalid: boolean;
  onChange: (warning: EditedCondition['warning']) => void;
};

/** `without a warning`, or `with a Low warning above 60%`. */
function WarningParts({ formId, condition, severity, onChange, ...marks }: WarningProps) {
  const { warning, operator } = condition;
  const milder = SEVERITIES.slice(SEVERITIES.indexOf(severity) + 1);
  const offered = warning && !milder.includes(warning.severity) ? [warning.severity, ...milder] : milder;
  if (offered.length === 0) return null;
  return (
    <>
      {' '}
      <SelectPart
        label="Warning"
        value={warning?.severity ?? NO_WARNING}
        options={[
          { value: NO_WARNING, label: 'without a warning' },
          ...offered.map((value) => ({
            value,
            ...SEVERITY_LOOKS[value],
            label: `with a ${SEVERITY_LOOKS[value].label} warning`,
          })),
        ]}
        onChange={(next) => {
          if (next === NO_WARNING) onChange(null);
          else onChange(warning ? { ...warning, severity: next } : createWarning(condition, next));
        }}
        {...marks}
      />
      {warning && (
        <>
          {' '}
          {OPERATOR_NAMES[operator]}{' '}
          <ThresholdPart
            id={buildFieldId(formId, 'config.condition.warning')}
            label="Warning threshold"
            condition={condition}
            value={warning.threshold}
            onChange={(threshold) => onChange({ ...warning, threshold })}
            {...marks}
          />
        </>
      )}
    </>
  );
}

type ChannelsProps = {
  siteId: string;
  id: string;
  channelIds: readonly string[];
  isChanged: boolean;
  isInvalid: boolean;
  readOnly: boolean;
  onChange: (channelIds: string[]) => void;
};

const NO_CHANNELS: readonly AlertChannel[] = [];

/** `notify ops`, or `show it at the bell` where no channel is chosen. */
function ChannelsPart({ siteId, channelIds, ...part }: ChannelsProps) {
  const { data } = useCall(
    'listAlertChannels',
    { query: { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX } },
    { isSuppressed: true },
  );
  const channels = data?.alertChannels ?? NO_CHANNELS;
  const chosen = channels.filter(({ id }) => channelIds.includes(id));
  const names = chosen.map(({ name, enabled }) => (enabled ? name : `${name} (paused)`));
  if (channels.length === 0 && channelIds.length === 0) return <span>show it at the bell</span>;
  const isKnown = data !== undefined || channelIds.length === 0;
  const text = channelIds.length === 0 ? 'the bell alone' : isKnown ? names.join(', ') : '…';
  return (
    <>
      notify{' '}
      <ChoicePart
        {...part}
        label="Channels"
        values={channelIds}
        options={channels.map(({ id, name, type }) => ({
          value: id,
          label: name,
          detail: CHANNEL_NAMES[type],
        }))}
        text={text}
      />
    </>
  );
}

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
      isChanged={mark('scope').isChanged}
      onChange={(scope) => change({ scope })}
    />
  );
  const groupingParts = (
    <GroupingParts
      formId={formId}
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
  const isWindowed = info.isCounted ? info.stepMinutes === 1 : condition.aggregation !== 'LAST';
  return (
    <Sentence label="Rule">
      {state ? (
        <>
          When {scopePart} {metricPart}
          {groupingParts} {waitPart}
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
              <TextPart
                id={buildFieldId(formId, 'config.condition.query')}
                label="Query, as in Log Search"
                value={condition.query ?? ''}
                placeholder="level:error"
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
