import { useContext, useState } from 'react';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import { isSecretSet, SECRET_SET } from '../../../contract/entities/common.ts';
import { CodeField } from '../code/code-field.tsx';
import { CodeToolsContext } from '../code/code-tools.ts';
import type { FieldProps } from '../forms/field.tsx';
import { ListField } from '../forms/list-field.tsx';
import { MapField } from '../forms/map-field.tsx';
import { SecretField } from '../forms/secret-field.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { SegmentedField, SwitchField } from '../forms/switch-field.tsx';
import { NumberField, TextArea, TextField } from '../forms/text-field.tsx';
import { AssetField } from './asset-field.tsx';
import { ConditionField } from './condition-field.tsx';
import { asCondition } from './condition-rules.ts';
import { errorOf, type FormErrors, fieldId } from './field-ids.ts';
import { defaultTextOf, helpTextOf } from './hints.ts';
import { ObjectFields, ObjectListFields } from './object-fields.tsx';
import { asNumber, asText, asTextMap, asTexts } from './values.ts';

export type PropertyFieldProps = {
  formId: string;
  /** Where the property lies in the whole value: `headers.0.name`. */
  path: string;
  property: ConfigProperty;
  value: unknown;
  /** Values of the object the property belongs to. */
  siblings: Record<string, unknown>;
  onChange: (value: unknown) => void;
  errors: FormErrors;
  readOnly?: boolean | undefined;
  siteVersion: string | undefined;
};

/** Longer limits are a guard, not something a person writes up to. */
const COUNTED_UP_TO = 500;

/** Choices that fit side by side are shown so. */
const SEGMENT_LIMIT = { options: 3, letters: 24 };

const fitsSegments = (options: { label: string }[]) =>
  options.length <= SEGMENT_LIMIT.options &&
  options.reduce((sum, option) => sum + option.label.length, 0) <= SEGMENT_LIMIT.letters;

const textOrNothing = (text: string) => (text === '' ? undefined : text);

/** The field that suits the kind of a property. */
export function PropertyField(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors, readOnly } = props;
  const shared = {
    id: fieldId(formId, path),
    label: property.label,
    help: helpTextOf(property),
    error: errorOf(
      errors,
      path,
      property.kind === 'list' || property.kind === 'fields' || property.kind === 'map',
    ),
    required: property.required,
    defaultText: readOnly ? undefined : defaultTextOf(property),
    readOnly,
  };
  const { placeholder, unit, maxLength } = property;
  const counted = maxLength !== undefined && maxLength <= COUNTED_UP_TO ? maxLength : undefined;
  const tools = useContext(CodeToolsContext);
  switch (property.kind) {
    case 'text':
    case 'field':
    case 'path':
      return (
        <TextField
          {...shared}
          value={asText(value)}
          onChange={(text) => onChange(textOrNothing(text))}
          mono={property.kind !== 'text'}
          placeholder={placeholder}
          maxLength={counted}
        />
      );
    case 'multiline':
    case 'code':
      return (
        <TextArea
          {...shared}
          value={asText(value)}
          onChange={(text) => onChange(textOrNothing(text))}
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
          value={asText(value)}
          onChange={(text) => onChange(textOrNothing(text))}
          placeholder={placeholder}
          definitions={property.kind === 'grok' ? asTextMap(props.siblings.definitions) : undefined}
          tools={tools}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberField
          {...shared}
          value={asNumber(value)}
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
      return fitsSegments(options) && value !== undefined ? (
        <SegmentedField {...shared} value={asText(value)} onChange={onChange} options={options} />
      ) : (
        <SelectField
          {...shared}
          value={asText(value)}
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
          value={asTexts(value)}
          onChange={onChange}
          placeholder={placeholder}
          entryName={property.kind === 'fields' ? 'field' : 'value'}
          splitAt={property.kind === 'fields' ? 'comma' : 'line'}
        />
      );
    case 'map':
      return <MapField {...shared} value={asTextMap(value)} onChange={onChange} />;
    case 'secret':
      return <SecretProperty {...props} shared={shared} />;
    case 'condition':
      return (
        <ConditionField
          {...shared}
          value={asCondition(value)}
          onChange={onChange}
          errors={errors}
          path={path}
        />
      );
    case 'asset':
      return (
        <AssetField
          {...shared}
          value={asText(value)}
          onChange={(name) => onChange(textOrNothing(name))}
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

/** Remembers that one is stored, so that typing a new one can be taken back. */
function SecretProperty({ property, value, onChange, shared }: SecretPropertyProps) {
  const [wasStored] = useState(() => isSecretSet(value));
  return (
    <SecretField
      {...shared}
      value={isSecretSet(value) ? 'stored' : { text: asText(value) }}
      hasStored={wasStored}
      onChange={(next) => onChange(next === 'stored' ? SECRET_SET : textOrNothing(next.text))}
      placeholder={property.placeholder}
    />
  );
}
