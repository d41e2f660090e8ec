import { useContext, useRef, useState } from 'react';
import {
  activeProperties,
  type ConfigProperty,
  defaultValues,
  getEntryNoun,
} from '../../../../contract/config-format.ts';
import { isSecretSet, SECRET_SET } from '../../../../contract/entities/common.ts';
import { isQuantityUnit } from '../../../../contract/quantity.ts';
import { Button, IconButton } from '../actions/button.tsx';
import { CodeField } from '../code/code-field.tsx';
import { CodeToolsContext } from '../code/code-tools.ts';
import { FieldError, type FieldProps } from '../forms/field.tsx';
import { useFocusNext } from '../forms/focus-next.ts';
import * as formCss from '../forms/form.css.ts';
import { ListField } from '../forms/list-field.tsx';
import { MapField } from '../forms/map-field.tsx';
import { PathField } from '../forms/path-field.tsx';
import { PlaceholderArea } from '../forms/placeholder-area.tsx';
import { QuantityField } from '../forms/quantity-field.tsx';
import { SecretField } from '../forms/secret-field.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { SegmentedField, SwitchField } from '../forms/switch-field.tsx';
import { NumberField, TextArea, TextField } from '../forms/text-field.tsx';
import { AssetField } from './asset-field.tsx';
import { ConditionField } from './condition-field.tsx';
import { toCondition } from './condition-rules.ts';
import { buildFieldId, type FormErrors, findFieldError } from './field-ids.ts';
import { formatDefault, formatHelp } from './hints.ts';
import { setPropertyValue, toNumber, toRecord, toRecords, toText, toTextMap, toTexts } from './values.ts';

type PropertyFieldProps = {
  formId: string;
  /** Path in the whole value: `headers.0.name`. */
  path: string;
  property: ConfigProperty;
  value: unknown;
  /** Values of the containing object. */
  siblings: Record<string, unknown>;
  onChange: (value: unknown) => void;
  errors: FormErrors;
  readOnly?: boolean | undefined;
  siteVersion: string | undefined;
};

/** Longer limits are only a safeguard. */
const COUNTED_UP_TO = 500;

/** Up to these limits, options are shown side by side. */
const SEGMENT_LIMIT = { options: 3, letters: 24 };

const isFittingSegments = (options: { label: string }[]) =>
  options.length <= SEGMENT_LIMIT.options &&
  options.reduce((sum, option) => sum + option.label.length, 0) <= SEGMENT_LIMIT.letters;

const toTextOrNothing = (text: string) => (text === '' ? undefined : text);

function PropertyField(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors, readOnly } = props;
  const shared = {
    id: buildFieldId(formId, path),
    label: property.label,
    help: formatHelp(property),
    error: findFieldError(
      errors,
      path,
      property.kind === 'list' || property.kind === 'fields' || property.kind === 'map',
    ),
    required: property.required,
    defaultText: readOnly ? undefined : formatDefault(property),
    readOnly,
  };
  const { placeholder, unit, maxLength } = property;
  const counted = maxLength !== undefined && maxLength <= COUNTED_UP_TO ? maxLength : undefined;
  const tools = useContext(CodeToolsContext);
  switch (property.kind) {
    case 'field':
      return (
        <PathField
          {...shared}
          value={toText(value)}
          onChange={(text) => onChange(toTextOrNothing(text))}
          placeholder={placeholder}
          paths={tools.fieldPaths}
        />
      );
    case 'text':
    case 'path':
      return (
        <TextField
          {...shared}
          value={toText(value)}
          onChange={(text) => onChange(toTextOrNothing(text))}
          mono={property.kind !== 'text'}
          placeholder={placeholder}
          maxLength={counted}
        />
      );
    case 'multiline':
    case 'code':
      if (property.options)
        return (
          <PlaceholderArea
            {...shared}
            value={toText(value)}
            onChange={(text) => onChange(toTextOrNothing(text))}
            placeholders={property.options}
            placeholder={placeholder}
            rows={5}
            mono
          />
        );
      return (
        <TextArea
          {...shared}
          value={toText(value)}
          onChange={(text) => onChange(toTextOrNothing(text))}
          mono={property.kind === 'code'}
          rows={property.kind === 'code' ? 10 : 3}
          placeholder={placeholder}
          maxLength={counted}
        />
      );
    case 'pattern':
    case 'grok':
      return (
        <CodeField
          {...shared}
          kind={property.kind}
          value={toText(value)}
          onChange={(text) => onChange(toTextOrNothing(text))}
          placeholder={placeholder}
          definitions={property.kind === 'grok' ? toTextMap(props.siblings.definitions) : undefined}
          patternSet={props.siblings.patternSet === 'ecs-v1' ? 'ecs-v1' : undefined}
          tools={tools}
        />
      );
    case 'integer':
    case 'number':
      return isQuantityUnit(unit) ? (
        <QuantityField
          {...shared}
          value={toNumber(value) ?? toTextOrNothing(toText(value))}
          onChange={onChange}
          unit={unit}
          placeholder={placeholder}
        />
      ) : (
        <NumberField
          {...shared}
          value={toNumber(value)}
          onChange={onChange}
          unit={unit}
          placeholder={placeholder}
          integer={property.kind === 'integer'}
        />
      );
    case 'boolean':
      return <SwitchField {...shared} value={value === true} onChange={onChange} />;
    case 'choice': {
      const options = property.options ?? [];
      return isFittingSegments(options) && value !== undefined ? (
        <SegmentedField {...shared} value={toText(value)} onChange={onChange} options={options} />
      ) : (
        <SelectField
          {...shared}
          value={toText(value)}
          onChange={onChange}
          options={options}
          placeholder={placeholder}
        />
      );
    }
    case 'list':
    case 'fields':
      return (
        <ListField
          {...shared}
          value={toTexts(value)}
          onChange={onChange}
          placeholder={placeholder}
          entryName={property.kind === 'fields' ? 'field' : 'value'}
          splitAt={property.kind === 'fields' ? 'comma' : 'line'}
          known={property.kind === 'fields' ? tools.fieldPaths : undefined}
        />
      );
    case 'map':
      return <MapField {...shared} value={toTextMap(value)} onChange={onChange} />;
    case 'secret':
      return <SecretProperty {...props} shared={shared} />;
    case 'condition':
      return (
        <ConditionField
          {...shared}
          value={toCondition(value)}
          onChange={onChange}
          errors={errors}
          path={path}
        />
      );
    case 'asset':
      return (
        <AssetField
          {...shared}
          value={toText(value)}
          onChange={(name) => onChange(toTextOrNothing(name))}
          assetTypes={property.assetTypes ?? []}
        />
      );
    case 'object':
      return <ObjectFields {...props} />;
    case 'objects':
      return <ObjectListFields {...props} />;
  }
}

type SecretPropertyProps = PropertyFieldProps & { shared: FieldProps };

/** Remembers that a secret is stored, so that replacing it can be undone. */
function SecretProperty({ property, value, onChange, shared }: SecretPropertyProps) {
  const [wasStored] = useState(() => isSecretSet(value));
  return (
    <SecretField
      {...shared}
      value={isSecretSet(value) ? 'stored' : { text: toText(value) }}
      hasStored={wasStored}
      onChange={(next) => onChange(next === 'stored' ? SECRET_SET : toTextOrNothing(next.text))}
      placeholder={property.placeholder}
    />
  );
}

function ObjectFields(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors } = props;
  return (
    <fieldset className={formCss.group} id={buildFieldId(formId, path)} tabIndex={-1}>
      <legend className={formCss.label}>{property.label}</legend>
      {property.help && <span className={formCss.help}>{property.help}</span>}
      <div className={formCss.nested}>
        <PropertyList
          {...props}
          prefix={`${path}.`}
          properties={property.objStructure ?? []}
          value={toRecord(value)}
          onChange={onChange}
        />
      </div>
      {errors[path] && <FieldError id={`${buildFieldId(formId, path)}-error`} text={errors[path]} />}
    </fieldset>
  );
}

/** Incomplete text moves with its entry. */
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

/** The focus follows a moved entry. */
function ObjectListFields(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors, readOnly } = props;
  const entries = toRecords(value);
  const structure = property.objStructure ?? [];
  const { keys, append, reorder } = useEntryKeys(entries.length);
  const listRef = useRef<HTMLFieldSetElement>(null);
  const focusNext = useFocusNext(listRef);
  const name = getEntryNoun(property);

  const arrange = (order: readonly number[], focus: string) => {
    reorder(order);
    onChange(order.map((at) => entries[at] ?? {}));
    focusNext(focus);
  };
  const places = entries.map((_, at) => at);
  const control = (id: string) => `[id="${id}"]`;
  const entryId = (index: number) => buildFieldId(formId, `${path}.${index}`);
  const addId = `${buildFieldId(formId, path)}-add`;
  const selectFirstField = (index: number) =>
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
    <fieldset ref={listRef} className={formCss.group} id={buildFieldId(formId, path)} tabIndex={-1}>
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
      {errors[path] && <FieldError id={`${buildFieldId(formId, path)}-error`} text={errors[path]} />}
      {!readOnly && (
        <span>
          <Button
            id={addId}
            size="small"
            icon="plus"
            onClick={() => {
              append();
              onChange([...entries, defaultValues(structure)]);
              focusNext(selectFirstField(entries.length));
            }}
          >
            Add {name}
          </Button>
        </span>
      )}
    </fieldset>
  );
}

type PropertyListProps = {
  formId: string;
  /** With a trailing dot; empty at the top level. */
  prefix: string;
  properties: readonly ConfigProperty[];
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  errors: FormErrors;
  readOnly?: boolean | undefined;
  siteVersion: string | undefined;
};

/**
 * Properties that apply to the site's version and the other values, in order; those enabled by a value are
 * indented below it. A property with an error is always shown.
 */
export function PropertyList(props: PropertyListProps) {
  const { formId, prefix, properties, value, onChange, errors, readOnly, siteVersion } = props;
  const hasError = ({ name }: ConfigProperty) =>
    findFieldError(errors, `${prefix}${name}`, true) !== undefined;
  return activeProperties(properties, value, siteVersion, hasError).map(({ property, depth }) => {
    const field = (
      <PropertyField
        key={property.name}
        formId={formId}
        path={`${prefix}${property.name}`}
        property={property}
        value={value[property.name]}
        siblings={value}
        onChange={(next) => onChange(setPropertyValue(value, property.name, next))}
        errors={errors}
        readOnly={readOnly}
        siteVersion={siteVersion}
      />
    );
    if (depth === 0) return field;
    return (
      <div key={property.name} className={formCss.nested} style={{ marginLeft: (depth - 1) * 14 }}>
        {field}
      </div>
    );
  });
}
