import { useState } from 'react';
import { findConditionProblem, isUpward } from '../../../contract/alerts/condition.ts';
import { MESSAGE_VARIABLES, RULE_VARIABLES } from '../../../contract/alerts/message-template.ts';
import {
  ALERT_NO_DATA,
  ALERT_REPEATS_MINUTES,
  ALERT_WAITS_MINUTES,
  type AlertNoData,
  isStateMetric,
} from '../../../contract/alerts/metrics.ts';
import { formatMinutes } from '../../../contract/alerts/texts.ts';
import {
  type AlertCondition,
  type AlertRule,
  RULE_MESSAGE_MAX_LENGTH,
} from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { useSettled } from '../../components/use-settled.ts';
import { PlaceholderArea } from '../../components/widgets/forms/placeholder-area.tsx';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { formatMinute } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { STATE_LOOKS } from './alert-look.ts';
import { MessagePreviews } from './MessagePreviews.tsx';
import {
  createRuleConfig,
  type EditedCondition,
  type HandedSearch,
  type RuleConfig,
  toCondition,
  toRuleConfig,
} from './new-rule.ts';
import { RuleAlerts } from './RuleAlerts.tsx';
import { RuleHistory } from './RuleHistory.tsx';
import { RuleSentence } from './RuleSentence.tsx';
import { RuleTrial } from './RuleTrial.tsx';
import * as css from './rule.css.ts';
import { findRuleErrors, saveRule } from './save-rule.ts';
import { formatThreshold, parseThreshold } from './threshold.ts';

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

/** Result of the condition in recent days; nothing while it is incomplete. */
function useTrial(siteId: string, condition: AlertCondition | undefined, isWanted = true) {
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

const NO_DATA_NAMES: Record<AlertNoData, string> = {
  KEEP: 'Keep the state',
  FIRE: 'Counts as met',
  CLEAR: 'Counts as clear',
};

const NO_DATA_OPTIONS = ALERT_NO_DATA.map((value) => ({ value, label: NO_DATA_NAMES[value] }));

const MESSAGE_PLACEHOLDERS = RULE_VARIABLES.map((value) => ({ value, label: MESSAGE_VARIABLES[value] }));
const MESSAGE_HELP = `Shown with its alerts and sent to its channels. Placeholders: ${RULE_VARIABLES.map((name) => `{{${name}}}`).join(', ')}`;

const formatRepeat = (minutes: number) => (minutes === 0 ? 'Once' : `Every ${formatMinutes(minutes)}`);
/** Predefined options, plus one set by another client. */
const toMinuteOptions = (offered: readonly number[], own: number, format: (minutes: number) => string) =>
  [...new Set([...offered, own])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: format(minutes) }));
const formatClearWait = (minutes: number) => (minutes === 0 ? 'At once' : `After ${formatMinutes(minutes)}`);

function describeState(rule: AlertRule | undefined): string {
  if (!rule) return 'Evaluated once it is created';
  if (!rule.enabled) return 'Paused: not evaluated';
  const { label } = STATE_LOOKS[rule.state];
  const since = rule.stateSince.startsWith('0001') ? '' : ` since ${formatMinute(new Date(rule.stateSince))}`;
  const more = rule.stateCount > 1 ? `, ${rule.stateCount} alerts` : '';
  return `${label}${since}${more}`;
}

/** An error of a condition part, without its period. */
function describeProblem(field: string | undefined, problem: string): string {
  if (field === 'config.condition.query' || field === 'config.condition.groupField') return problem;
  return `${field === 'config.condition.warning' ? 'The warning' : 'This rule'} ${problem}`;
}

/** A clear threshold as typed; empty means the threshold itself. */
const readClear = ({ metric }: EditedCondition, text: string): number | string | null =>
  text.trim() === '' ? null : (parseThreshold(metric, text) ?? text);

const formatClear = (condition: EditedCondition): string => {
  const { clearThreshold } = condition;
  if (clearThreshold === null) return '';
  return typeof clearThreshold === 'number' ? formatThreshold(condition, clearThreshold) : clearThreshold;
};

type ClearFieldProps = {
  id: string;
  condition: EditedCondition;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: number | string | null) => void;
};

/** Typed with its unit, shown in the shortest after leaving. */
function ClearField({ id, condition, error, readOnly, onChange }: ClearFieldProps) {
  const { operator, clearThreshold } = condition;
  const threshold = condition.warning?.threshold ?? condition.threshold;
  const [draft, setDraft] = useState<string>();
  const isOwn = draft !== undefined && readClear(condition, draft) === clearThreshold;
  return (
    <TextField
      id={id}
      label={isUpward(operator) ? 'Clears at or below' : 'Clears at or above'}
      value={isOwn ? draft : formatClear(condition)}
      placeholder={typeof threshold === 'number' ? formatThreshold(condition, threshold) : ''}
      error={error}
      readOnly={readOnly}
      help="A value other than the threshold avoids flapping"
      onChange={(text) => {
        setDraft(text);
        onChange(readClear(condition, text));
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}

const SMALL = { size: 'small', hideIcon: true, hideKeys: true } as const;

/** Actions on a stored rule besides editing. */
function RuleActions({ rule: { id, enabled } }: { rule: AlertRule }) {
  return (
    <>
      <CommandButton id="alertRule.test" args={{ id }} label="Test" {...SMALL} />
      <CommandButton id="alertRule.silence" args={{ id }} label="Silence" {...SMALL} />
      <CommandButton
        id={enabled ? 'alertRule.pause' : 'alertRule.resume'}
        args={{ id }}
        label={enabled ? 'Pause' : 'Resume'}
        {...SMALL}
      />
    </>
  );
}

type RuleFormProps = {
  rule: AlertRule | undefined;
  /** Copied into a new rule. */
  from: AlertRule | undefined;
  /** Alternatively, a search to start from. */
  search?: HandedSearch | undefined;
  onClose: (id: string | undefined) => void;
};

export function RuleForm({ rule, from, search, onClose }: RuleFormProps) {
  const site = useSite();
  const begin = rule ?? from;
  const values = {
    name: rule?.name ?? (from ? `${from.name} copy` : ''),
    description: '',
    config: begin ? toRuleConfig(begin) : createRuleConfig(search),
  };
  const form = useEntityForm({
    existing: rule && { id: rule.id, revision: rule.revision, templateId: 'rule', values },
    blank: { templateId: 'rule', values },
    save: (input) => saveRule(site.id, input),
    onSaved: () =>
      notify({
        message: rule ? 'The rule was saved.' : 'The rule was created.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, send, state } = form;
  const config = state.context.values.config as RuleConfig;
  const savedConfig = rule ? (state.context.saved.config as RuleConfig) : undefined;
  const { condition } = config;
  const { errors } = state.context;
  const change = (next: Partial<RuleConfig>) =>
    send({ type: 'config.changed', config: { ...config, ...next } });
  const changeCondition = (next: Partial<EditedCondition>) =>
    change({ condition: { ...condition, ...next } });
  const readOnly = useStore(callGuard)?.([rule ? 'updateAlertRule' : 'createAlertRule'], site) !== undefined;
  const whole = toCondition(condition);
  const [field, problem] =
    Object.entries(findRuleErrors(config)).find(([name]) => name.startsWith('config.condition.')) ?? [];
  const { trial, error, isFetching, retry } = useTrial(site.id, whole);
  const isOther =
    savedConfig !== undefined && JSON.stringify(savedConfig.condition) !== JSON.stringify(condition);
  const saved = useTrial(site.id, savedConfig && toCondition(savedConfig.condition), isOther);
  return (
    <FormFrame
      form={form}
      noun="Rule"
      label={rule ? `Edit ${rule.name}` : 'New rule'}
      savedBy={rule ? 'updateAlertRule' : 'createAlertRule'}
      saveLabel={rule ? 'Save rule' : 'Create rule'}
      heading={
        <PanelHead
          title={rule?.name ?? 'New rule'}
          note={describeState(rule)}
          actions={rule && <RuleActions rule={rule} />}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} />
      {rule?.problem && <p className={css.note}>{rule.problem}.</p>}
      <RuleSentence
        formId={formId}
        siteId={site.id}
        config={config}
        saved={savedConfig}
        errors={errors}
        readOnly={readOnly}
        onChange={change}
      />
      {problem !== undefined && whole !== undefined ? (
        <p className={css.note}>{describeProblem(field, problem)}.</p>
      ) : (
        <RuleTrial
          condition={whole}
          trial={trial}
          saved={isOther ? saved.trial : undefined}
          isFetching={isFetching}
          error={error}
          retry={retry}
        />
      )}
      <div className={css.options}>
        <SelectField
          id={buildFieldId(formId, 'config.condition.noData')}
          label="While there is no data"
          value={condition.noData}
          options={NO_DATA_OPTIONS}
          readOnly={readOnly}
          help="A minute without data, for instance while the service is down"
          onChange={(noData) => changeCondition({ noData: noData as AlertNoData })}
        />
        {!isStateMetric(condition.metric) && (
          <ClearField
            id={buildFieldId(formId, 'config.condition.clearThreshold')}
            condition={condition}
            error={errors['config.condition.clearThreshold']}
            readOnly={readOnly}
            onChange={(clearThreshold) => changeCondition({ clearThreshold })}
          />
        )}
        <SelectField
          id={buildFieldId(formId, 'config.condition.clearMinutes')}
          label="Clears"
          value={String(condition.clearMinutes)}
          options={toMinuteOptions(ALERT_WAITS_MINUTES, condition.clearMinutes, formatClearWait)}
          readOnly={readOnly}
          onChange={(minutes) => changeCondition({ clearMinutes: Number(minutes) })}
        />
        <SelectField
          id={buildFieldId(formId, 'config.repeatMinutes')}
          label="Notify channels"
          value={String(config.repeatMinutes)}
          options={toMinuteOptions(ALERT_REPEATS_MINUTES, config.repeatMinutes, formatRepeat)}
          readOnly={readOnly}
          help="How often while it fires, until someone acknowledges it"
          onChange={(minutes) => change({ repeatMinutes: Number(minutes) })}
        />
        <TextField
          id={buildFieldId(formId, 'config.runbookUrl')}
          label="Runbook"
          type="url"
          value={config.runbookUrl}
          placeholder="https://"
          error={errors['config.runbookUrl']}
          readOnly={readOnly}
          help="A link to instructions, shown with its alerts"
          onChange={(runbookUrl) => change({ runbookUrl })}
        />
      </div>
      <PlaceholderArea
        placeholders={MESSAGE_PLACEHOLDERS}
        id={buildFieldId(formId, 'config.message')}
        label="Message"
        rows={2}
        value={config.message}
        maxLength={RULE_MESSAGE_MAX_LENGTH}
        placeholder="{{target}} is at {{value}}: call the storage team"
        error={errors['config.message']}
        readOnly={readOnly}
        help={MESSAGE_HELP}
        onChange={(message) => change({ message })}
      />
      <MessagePreviews id={rule?.id} siteId={site.id} name={state.context.values.name} config={config} />
      {rule && <RuleAlerts id={rule.id} siteId={site.id} />}
      {rule && <RuleHistory id={rule.id} revision={rule.revision} />}
    </FormFrame>
  );
}
