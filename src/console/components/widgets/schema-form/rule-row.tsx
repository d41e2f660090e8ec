import { useContext } from 'react';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  type ConditionRule,
  isNegative,
  OPERATOR_LABELS,
  operatorArity,
} from '../../../../contract/conditions.ts';
import { counted } from '../../../../contract/values.ts';
import { type CodeTools, CodeToolsContext } from '../code/code-tools.ts';
import { PatternTester } from '../code/pattern-tester.tsx';
import * as formCss from '../forms/form.css.ts';
import { ListField } from '../forms/list-field.tsx';
import { PathField } from '../forms/path-field.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Icon } from '../icons/icon.tsx';
import { changeOperator } from './condition-rules.ts';
import { type FormErrors, findFieldError } from './field-ids.ts';

const OPERATOR_OPTIONS = CONDITION_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }));

const isOperator = (value: string): value is ConditionOperator =>
  CONDITION_OPERATORS.some((operator) => operator === value);

type RuleRowProps = {
  rule: ConditionRule;
  onChange: (rule: ConditionRule) => void;
  onRemove: () => void;
  /** Id and path of the rule: `config-condition.rules.0`. */
  id: string;
  path: string;
  errors: FormErrors;
  /** Prefix of each control's name: 'Rule 1'. */
  name: string;
  readOnly?: boolean | undefined;
};

/** Undefined while the flow is unknown. */
function describeEmptySamples({ eventCount = 0 }: CodeTools, field: string): string | undefined {
  if (field === '') return 'Enter a field to see its newest values here.';
  if (eventCount === 0) return undefined;
  return eventCount === 1
    ? `The newest event does not have the field '${field}'.`
    : `None of the newest ${eventCount} events has the field '${field}'.`;
}

function RulePattern({ rule, name }: { rule: ConditionRule; name: string }) {
  const tools = useContext(CodeToolsContext);
  const { testPattern, samplesOf } = tools;
  if (!testPattern) return null;
  const field = rule.field.trim();
  return (
    <PatternTester
      kind="pattern"
      pattern={typeof rule.value === 'string' ? rule.value : ''}
      definitions={undefined}
      label={`${name.toLowerCase()} value`}
      testPattern={testPattern}
      samples={field === '' ? [] : (samplesOf?.(field) ?? [])}
      samplesNote={
        tools.samplesNote
          ? 'The values of this field in the first preview events are listed below.'
          : 'The newest values of this field are listed below.'
      }
      emptyNote={describeEmptySamples(tools, field)}
      rule={{ field, isNegated: rule.operator === 'not_matches' }}
    />
  );
}

/** Consequence of a missing field, and how often the preview finds it. */
function MissingNote({ id, field }: { id: string; field: string }) {
  const counts = useContext(CodeToolsContext).countMissing?.(field);
  const found =
    field === '' || !counts || counts.all === 0
      ? ''
      : counts.missing === 0
        ? ` All ${counted(counts.all, 'event')} of the preview have it.`
        : ` ${counts.missing} of ${counted(counts.all, 'event')} of the preview ${counts.missing === 1 ? 'does' : 'do'} not have it.`;
  return (
    <p id={id} className={formCss.help}>
      Also met where the field is missing.{found}
    </p>
  );
}

export function RuleRow({ rule, onChange, onRemove, id, path, errors, name, readOnly }: RuleRowProps) {
  const { fieldPaths } = useContext(CodeToolsContext);
  const arity = operatorArity(rule.operator);
  const noteId = isNegative(rule.operator) ? `${id}.missing` : undefined;
  return (
    <div role="group" aria-label={name} className={`${formCss.rule} ${formCss.ruleNarrow}`}>
      <div className={formCss.field}>
        <PathField
          id={`${id}.field`}
          label={`${name} field`}
          hideLabel
          paths={fieldPaths}
          placeholder="Field, such as level"
          value={rule.field}
          onChange={(field) => onChange({ ...rule, field })}
          error={findFieldError(errors, `${path}.field`) ?? errors[path]}
          readOnly={readOnly}
        />
        <SelectField
          id={`${id}.operator`}
          label={`${name} operator`}
          hideLabel
          options={OPERATOR_OPTIONS}
          value={rule.operator}
          onChange={(operator) => isOperator(operator) && onChange(changeOperator(rule, operator))}
          error={findFieldError(errors, `${path}.operator`)}
          describedBy={noteId}
          readOnly={readOnly}
        />
        {arity === 'one' && (
          <TextField
            id={`${id}.value`}
            label={`${name} value`}
            hideLabel
            mono
            placeholder="Value"
            value={typeof rule.value === 'string' ? rule.value : ''}
            onChange={(value) => onChange({ ...rule, value })}
            error={findFieldError(errors, `${path}.value`)}
            readOnly={readOnly}
          />
        )}
        {(rule.operator === 'matches' || rule.operator === 'not_matches') && !readOnly && (
          <RulePattern rule={rule} name={name} />
        )}
        {arity === 'many' && (
          <ListField
            id={`${id}.value`}
            label={`${name} values`}
            hideLabel
            value={Array.isArray(rule.value) ? rule.value : []}
            onChange={(value) => onChange({ ...rule, value })}
            error={findFieldError(errors, `${path}.value`, true)}
            readOnly={readOnly}
          />
        )}
        {noteId && <MissingNote id={noteId} field={rule.field.trim()} />}
      </div>
      {!readOnly && (
        <button
          type="button"
          className={formCss.removeButton}
          aria-label={`Remove ${name.toLowerCase()}`}
          onClick={onRemove}
        >
          <Icon name="close" size="xs" />
        </button>
      )}
    </div>
  );
}
