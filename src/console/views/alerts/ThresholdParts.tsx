import { useState } from 'react';
import type { AlertSeverity } from '../../../contract/alerts/states.ts';
import { OPERATOR_NAMES } from '../../../contract/alerts/texts.ts';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { SelectPart, TextPart } from '../../components/widgets/sentence/sentence.tsx';
import { SEVERITIES, SEVERITY_LOOKS } from './alert-look.ts';
import { createWarning, type EditedCondition } from './new-rule.ts';
import { formatThreshold, parseThreshold, stepThreshold } from './threshold.ts';

const NO_WARNING = 'none';

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

/** Typed with its unit, shown in the shortest after leaving. */
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

type WarningProps = {
  formId: string;
  readOnly: boolean;
  condition: EditedCondition;
  severity: AlertSeverity;
  isChanged: boolean;
  isInvalid: boolean;
  onChange: (warning: EditedCondition['warning']) => void;
};

/** `without a warning`, or `with a Low warning above 60%`. */
export function WarningParts({ formId, condition, severity, onChange, ...marks }: WarningProps) {
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
