import { type AlertMetric, listGroupings, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import { describeGrouping, SUBJECT_NAMES } from '../../../contract/alerts/texts.ts';
import type { AlertScope } from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';
import type { Option } from '../../components/widgets/forms/options.ts';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { ChoicePart, SelectPart, TextPart } from '../../components/widgets/sentence/sentence.tsx';
import type { EditedCondition } from './new-rule.ts';
import { EventFieldPart } from './QueryPart.tsx';

type PartProps = {
  formId: string;
  siteId: string;
  errors: Readonly<Record<string, string>>;
  readOnly: boolean;
};

type ScopeProps = PartProps & {
  metric: AlertMetric;
  scope: AlertScope;
  /** Several share an alert. */
  isGrouped: boolean;
  isChanged: boolean;
  onChange: (scope: AlertScope) => void;
};

/** `any destination`, some of them, or those with a name. */
export function ScopeParts({
  formId,
  siteId,
  errors,
  readOnly,
  metric,
  scope,
  isGrouped,
  isChanged,
  onChange,
}: ScopeProps) {
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
          { value: 'all', label: isGrouped ? `all ${many}` : `any ${one}` },
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

type GroupingProps = Omit<PartProps, 'errors'> & {
  condition: EditedCondition;
  isChanged: boolean;
  isInvalid: boolean;
  onChange: (next: Pick<EditedCondition, 'groupBy' | 'groupField'>) => void;
};

/** `each by itself`, `by pipeline`, or `together`: what gets its own alert. */
export function GroupingParts({ formId, siteId, condition, onChange, ...marks }: GroupingProps) {
  const { metric, scope, groupBy = 'THING', groupField = '' } = condition;
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
          <EventFieldPart
            id={buildFieldId(formId, 'config.condition.groupField')}
            siteId={siteId}
            sourceIds={scope.kind === 'selected' ? scope.ids : undefined}
            value={groupField}
            onChange={(field) => onChange({ groupBy, groupField: field })}
            {...marks}
          />
        </>
      )}
    </>
  );
}
