import { defaultValues } from '../../../contract/config-format.ts';
import { Button } from '../actions/button.tsx';
import { FieldError } from '../forms/field.tsx';
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

/** A list of such groups, each added and removed by a button. */
export function ObjectListFields(props: PropertyFieldProps) {
  const { formId, path, property, value, onChange, errors, readOnly } = props;
  const entries = asRecords(value);
  const structure = property.objStructure ?? [];
  return (
    <fieldset className={formCss.group} id={fieldId(formId, path)} tabIndex={-1}>
      <legend className={formCss.label}>{property.label}</legend>
      {property.help && <span className={formCss.help}>{property.help}</span>}
      {entries.map((entry, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity but its place
          key={index}
          className={formCss.nested}
          role="group"
          aria-label={`${property.label} ${index + 1}`}
        >
          <PropertyList
            {...props}
            prefix={`${path}.${index}.`}
            properties={structure}
            value={entry}
            onChange={(next) => onChange(entries.map((old, at) => (at === index ? next : old)))}
          />
          {!readOnly && (
            <span>
              <Button
                size="small"
                variant="ghost"
                icon="close"
                onClick={() => onChange(entries.filter((_, at) => at !== index))}
              >
                Remove {property.label.toLowerCase()} {index + 1}
              </Button>
            </span>
          )}
        </div>
      ))}
      {errors[path] && <FieldError id={`${fieldId(formId, path)}-error`} text={errors[path]} />}
      {!readOnly && (
        <span>
          <Button size="small" icon="plus" onClick={() => onChange([...entries, defaultValues(structure)])}>
            Add to {property.label.toLowerCase()}
          </Button>
        </span>
      )}
    </fieldset>
  );
}
