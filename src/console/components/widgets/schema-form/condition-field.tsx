import { useRef } from 'react';
import { type Condition, type ConditionGroup, isConditionGroup } from '../../../../contract/conditions.ts';
import { Button } from '../actions/button.tsx';
import { FieldFrame, type FieldProps } from '../forms/field.tsx';
import { useFocusNext } from '../forms/focus-next.ts';
import * as formCss from '../forms/form.css.ts';
import { SegmentedField } from '../forms/switch-field.tsx';
import { createRuleGroup, EMPTY_RULE, removeAt, replaceAt, setEntries } from './condition-rules.ts';
import type { FormErrors } from './field-ids.ts';
import { RuleRow } from './rule-row.tsx';

const MATCH_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'any', label: 'Any' },
] as const;

type ConditionFieldProps = FieldProps & {
  id: string;
  /** Undefined: no condition, everything matches. */
  value: Condition | undefined;
  onChange: (value: Condition | undefined) => void;
  errors?: FormErrors;
  path?: string;
};

type GroupProps = {
  group: ConditionGroup;
  onChange: (group: ConditionGroup | undefined) => void;
  id: string;
  path: string;
  errors: FormErrors;
  name: string;
  readOnly: boolean | undefined;
  /** Focuses an element that the next render adds, by selector. */
  focusNext: (selector: string) => void;
};

const buildFieldSelector = (id: string): string => `[id="${id}.field"]`;
/** The button that adds rules; it is never removed. */
const lastButton = ':scope > span:last-child button';

function InnerGroup(props: GroupProps) {
  const { group, onChange, id, path, errors, name, readOnly, focusNext } = props;
  const setRules = (rules: ConditionGroup['rules']) =>
    onChange(rules.length === 0 ? undefined : { ...group, rules });
  return (
    <fieldset className={formCss.nested} aria-label={name}>
      <SegmentedField
        id={`${id}.match`}
        label={`${name}: match`}
        value={group.match}
        options={MATCH_OPTIONS}
        onChange={(match) => onChange({ ...group, match })}
        readOnly={readOnly}
      />
      {group.rules.map((rule, index) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its place
          key={index}
          rule={rule}
          id={`${id}.rules.${index}`}
          path={`${path}.rules.${index}`}
          errors={errors}
          name={`${name}, rule ${index + 1}`}
          readOnly={readOnly}
          onChange={(next) => setRules(replaceAt(group.rules, index, next))}
          onRemove={() => {
            if (index === group.rules.length - 1) focusNext(lastButton);
            setRules(removeAt(group.rules, index));
          }}
        />
      ))}
      {!readOnly && (
        <span>
          <Button
            size="small"
            icon="plus"
            onClick={() => {
              focusNext(buildFieldSelector(`${id}.rules.${group.rules.length}`));
              setRules([...group.rules, EMPTY_RULE]);
            }}
          >
            Add rule to group
          </Button>
        </span>
      )}
    </fieldset>
  );
}

/** Rules of field, operator and value, with one level of groups. */
export function ConditionField(props: ConditionFieldProps) {
  const { id, value, onChange, errors = {}, path = id, readOnly } = props;
  const condition: Condition = value ?? { match: 'all', rules: [] };
  const setRules = (rules: Condition['rules']) => onChange(setEntries(condition, rules));
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(box);
  const add = (entry: Condition['rules'][number]) => {
    const place = `${id}.rules.${condition.rules.length}`;
    focusNext(buildFieldSelector(isConditionGroup(entry) ? `${place}.rules.0` : place));
    setRules([...condition.rules, entry]);
  };
  return (
    <FieldFrame {...props} as="group">
      {(control, labelId) => (
        <div
          ref={box}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          className={formCss.group}
        >
          {condition.rules.length > 1 && (
            <SegmentedField
              id={`${id}.match`}
              label={`${props.label}: rules that must hold`}
              hideLabel
              value={condition.match}
              options={MATCH_OPTIONS}
              onChange={(match) => onChange({ ...condition, match })}
              readOnly={readOnly}
            />
          )}
          {condition.rules.map((entry, index) => {
            const shared = {
              id: `${id}.rules.${index}`,
              path: `${path}.rules.${index}`,
              errors,
              readOnly,
            };
            const replace = (next: typeof entry) => setRules(replaceAt(condition.rules, index, next));
            const remove = () => {
              if (index === condition.rules.length - 1) focusNext(lastButton);
              setRules(removeAt(condition.rules, index));
            };
            return isConditionGroup(entry) ? (
              <InnerGroup
                // biome-ignore lint/suspicious/noArrayIndexKey: a group has no identity but its place
                key={index}
                {...shared}
                focusNext={focusNext}
                group={entry}
                name={`Group ${index + 1}`}
                onChange={(next) => (next ? replace(next) : remove())}
              />
            ) : (
              <RuleRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its place
                key={index}
                {...shared}
                rule={entry}
                name={`Rule ${index + 1}`}
                onChange={replace}
                onRemove={remove}
              />
            );
          })}
          {!readOnly && (
            <span className={formCss.matchLine}>
              <Button
                id={condition.rules.length === 0 ? control.id : undefined}
                size="small"
                icon="plus"
                onClick={() => add(EMPTY_RULE)}
              >
                Add rule
              </Button>
              <Button size="small" variant="ghost" icon="plus" onClick={() => add(createRuleGroup())}>
                Add group
              </Button>
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
