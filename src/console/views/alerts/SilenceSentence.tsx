import type { AlertRule, AlertScope } from '../../../contract/entities/alert.ts';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { ChoicePart, SelectPart, Sentence, TextPart } from '../../components/widgets/sentence/sentence.tsx';
import {
  formatSilencedRules,
  formatSilencedScope,
  formatSilenceMinutes,
  listSilenceOptions,
  SILENCE_MINUTES,
  type SilenceConfig,
  type SilenceTarget,
} from './silence-config.ts';

type SilenceSentenceProps = {
  formId: string;
  config: SilenceConfig;
  rules: readonly AlertRule[];
  targets: readonly SilenceTarget[];
  errors: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** Its start has passed and is fixed. */
  isStarted: boolean;
  onChange: (next: Partial<SilenceConfig>) => void;
};

const SCOPES: readonly { value: AlertScope['kind']; label: string }[] = [
  { value: 'all', label: 'everything on this site' },
  { value: 'selected', label: 'selected items' },
  { value: 'pattern', label: 'everything named' },
];

const createScope = (kind: AlertScope['kind']): AlertScope => {
  if (kind === 'all') return { kind };
  return kind === 'selected' ? { kind, ids: [] } : { kind, pattern: '' };
};

const DURATIONS = [...SILENCE_MINUTES, 0].map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'until a time' : formatSilenceMinutes(minutes),
}));

/** What is silenced, and for how long, as a sentence whose parts are edited in place. */
export function SilenceSentence(props: SilenceSentenceProps) {
  const { formId, config, rules, targets, errors, readOnly, isStarted, onChange } = props;
  const { ruleIds, scope, start, minutes, end } = config;
  const mark = (name: string) => ({
    id: buildFieldId(formId, `config.${name}`),
    isInvalid: errors[`config.${name}`] !== undefined,
    readOnly,
  });
  return (
    <Sentence label="Silence">
      Silence{' '}
      <ChoicePart
        label="Rules"
        values={ruleIds}
        options={rules.map(({ id, name }) => ({ value: id, label: name }))}
        text={ruleIds.length === 0 ? 'every rule' : formatSilencedRules(ruleIds, rules)}
        onChange={(next) => onChange({ ruleIds: next })}
        {...mark('ruleIds')}
      />{' '}
      about{' '}
      <SelectPart
        label="What is silenced"
        value={scope.kind}
        options={SCOPES}
        onChange={(kind) => onChange({ scope: createScope(kind) })}
        {...mark('scope')}
      />{' '}
      {scope.kind === 'selected' && (
        <ChoicePart
          label="Selected"
          values={scope.ids}
          options={listSilenceOptions(targets)}
          text={scope.ids.length === 0 ? 'none yet' : formatSilencedScope(scope, targets)}
          onChange={(ids) => onChange({ scope: { kind: 'selected', ids } })}
          isInvalid={errors['config.scope'] !== undefined}
          readOnly={readOnly}
        />
      )}
      {scope.kind === 'pattern' && (
        <TextPart
          label="Name, * stands for any text"
          value={scope.pattern}
          placeholder="web-*"
          onChange={(pattern) => onChange({ scope: { kind: 'pattern', pattern } })}
          isInvalid={errors['config.scope'] !== undefined}
          readOnly={readOnly}
        />
      )}{' '}
      from{' '}
      <TextPart
        label="Starts, empty for now"
        value={start}
        placeholder="now"
        onChange={(next) => onChange({ start: next })}
        {...mark('start')}
        readOnly={readOnly || isStarted}
      />{' '}
      <SelectPart
        label="How long"
        value={String(minutes)}
        text={formatSilenceMinutes(minutes)}
        options={DURATIONS}
        onChange={(next) => onChange({ minutes: Number(next) })}
        readOnly={readOnly}
      />
      {minutes === 0 && (
        <>
          {' '}
          <TextPart
            label="Ends"
            value={end}
            placeholder="18:00"
            onChange={(next) => onChange({ end: next })}
            {...mark('end')}
          />
        </>
      )}
      .
    </Sentence>
  );
}
