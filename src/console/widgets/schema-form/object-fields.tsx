import { useRef, useState } from 'react';
import { defaultValues } from '../../../contract/config-format.ts';
import { Button, IconButton } from '../actions/button.tsx';
import { FieldError } from '../forms/field.tsx';
import { useFocusNext } from '../forms/focus-next.ts';
import * as formCss from '../forms/form.css.ts';
import { fieldId } from './field-ids.ts';
import type { PropertyFieldProps } from './property-field.tsx';
import { PropertyList } from './property-list.tsx';
import { asRecord, asRecords } from './values.ts';

/** Properties inside a property. */
export function ObjectFields(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors } = props;
  return (
    <fieldset className={formCss.group} id={fieldId(formId, path)} tabIndex={-1}>
      <legend className={formCss.label}>{property.label}</legend>
      {property.help && <span className={formCss.help}>{property.help}</span>}
      <div className={formCss.nested}>
        <PropertyList
          {...props}
          prefix={`${path}.`}
          properties={property.objStructure ?? []}
          value={asRecord(value)}
          onChange={onChange}
        />
      </div>
      {errors[path] && <FieldError id={`${fieldId(formId, path)}-error`} text={errors[path]} />}
    </fieldset>
  );
}

/** Identities of entries, so that a half-typed one keeps its text when it is moved. */
function useEntryKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length: count }, (_, at) => at));
  const [nextKey, setNextKey] = useState(count);
  const shown = keys.length === count ? keys : Array.from({ length: count }, (_, at) => nextKey + at);
  return {
    keys: shown,
    append: () => {
      setKeys([...shown, nextKey + count]);
      setNextKey(nextKey + count + 1);
    },
    reorder: (order: readonly number[]) => setKeys(order.map((at) => shown[at] ?? at)),
  };
}

/** A list of such groups: add, remove, move up and down; the focus follows. */
export function ObjectListFields(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors, readOnly } = props;
  const entries = asRecords(value);
  const structure = property.objStructure ?? [];
  const { keys, append, reorder } = useEntryKeys(entries.length);
  const listRef = useRef<HTMLFieldSetElement>(null);
  const focusNext = useFocusNext(listRef);
  const name = property.label.toLowerCase();

  const arrange = (order: readonly number[], focus: string) => {
    reorder(order);
    onChange(order.map((at) => entries[at] ?? {}));
    focusNext(focus);
  };
  const places = entries.map((_, at) => at);
  const control = (id: string) => `[id="${id}"]`;
  const entryId = (index: number) => fieldId(formId, `${path}.${index}`);
  const addId = `${fieldId(formId, path)}-add`;
  const firstFieldOf = (index: number) =>
    `[id="${entryId(index)}"] :is(input, textarea, select, [role=combobox])`;

  const remove = (index: number) => {
    const left = entries.length - 1;
    const focus = left === 0 ? control(addId) : control(`${entryId(Math.min(index, left - 1))}-remove`);
    arrange(
      places.filter((at) => at !== index),
      focus,
    );
  };
  const move = (index: number, by: -1 | 1) => {
    const to = index + by;
    const direction = by < 0 ? 'up' : 'down';
    arrange(places.with(index, to).with(to, index), control(`${entryId(to)}-${direction}`));
  };
  return (
    <fieldset ref={listRef} className={formCss.group} id={fieldId(formId, path)} tabIndex={-1}>
      <legend className={formCss.label}>
        {property.label}
        {property.required && !readOnly && (
          <span className={formCss.requiredMark} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {property.help && <span className={formCss.help}>{property.help}</span>}
      {entries.length === 0 && <span className={formCss.help}>None yet.</span>}
      {entries.map((entry, index) => (
        <div
          key={keys[index]}
          id={entryId(index)}
          tabIndex={-1}
          className={formCss.nested}
          role="group"
          aria-label={`${property.label} ${index + 1}`}
        >
          <div className={formCss.entryHead}>
            <span className={formCss.entryName} aria-hidden="true">
              {index + 1}
            </span>
            {!readOnly && entries.length > 1 && (
              <>
                <IconButton
                  id={`${entryId(index)}-up`}
                  icon="arrowUp"
                  size="small"
                  label={`Move ${name} ${index + 1} up`}
                  disabledReason={index === 0 ? 'It is the first' : undefined}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  id={`${entryId(index)}-down`}
                  icon="arrowDown"
                  size="small"
                  label={`Move ${name} ${index + 1} down`}
                  disabledReason={index === entries.length - 1 ? 'It is the last' : undefined}
                  onClick={() => move(index, 1)}
                />
              </>
            )}
            {!readOnly && (
              <IconButton
                id={`${entryId(index)}-remove`}
                icon="close"
                size="small"
                label={`Remove ${name} ${index + 1}`}
                onClick={() => remove(index)}
              />
            )}
          </div>
          <PropertyList
            {...props}
            prefix={`${path}.${index}.`}
            properties={structure}
            value={entry}
            onChange={(next) => onChange(entries.map((old, at) => (at === index ? next : old)))}
          />
          {errors[`${path}.${index}`] && (
            <FieldError id={`${entryId(index)}-error`} text={errors[`${path}.${index}`] ?? ''} />
          )}
        </div>
      ))}
      {errors[path] && <FieldError id={`${fieldId(formId, path)}-error`} text={errors[path]} />}
      {!readOnly && (
        <span>
          <Button
            id={addId}
            size="small"
            icon="plus"
            onClick={() => {
              append();
              onChange([...entries, defaultValues(structure)]);
              focusNext(firstFieldOf(entries.length));
            }}
          >
            Add to {name}
          </Button>
        </span>
      )}
    </fieldset>
  );
}
