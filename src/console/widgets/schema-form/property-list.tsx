import { activeProperties, type ConfigProperty } from '../../../contract/config-format.ts';
import * as formCss from '../forms/form.css.ts';
import { errorOf, type FormErrors } from './field-ids.ts';
import { PropertyField } from './property-field.tsx';
import { withValue } from './values.ts';

type PropertyListProps = {
  formId: string;
  /** Path of the object the properties belong to, with a dot at its end; empty at the top. */
  prefix: string;
  properties: readonly ConfigProperty[];
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  errors: FormErrors;
  readOnly?: boolean | undefined;
  siteVersion: string | undefined;
};

/**
 * The properties that apply to the site's version and to the other values, in their order; those that a
 * value brings in stand indented below it. One with an error is shown even where its rule hides it.
 */
export function PropertyList(props: PropertyListProps) {
  const { formId, prefix, properties, value, onChange, errors, readOnly, siteVersion } = props;
  const hasError = ({ name }: ConfigProperty) => errorOf(errors, `${prefix}${name}`, true) !== undefined;
  return activeProperties(properties, value, siteVersion, hasError).map(({ property, depth }) => {
    const field = (
      <PropertyField
        key={property.name}
        formId={formId}
        path={`${prefix}${property.name}`}
        property={property}
        value={value[property.name]}
        siblings={value}
        onChange={(next) => onChange(withValue(value, property.name, next))}
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
