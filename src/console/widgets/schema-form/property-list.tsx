import {
  applicableProperties,
  type ConfigProperty,
  isPropertyVisible,
} from '../../../contract/config-format.ts';
import type { FormErrors } from './field-ids.ts';
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

/** The properties that apply to the site's version and to the other values, in their order. */
export function PropertyList(props: PropertyListProps) {
  const { formId, prefix, properties, value, onChange, errors, readOnly, siteVersion } = props;
  const applicable =
    siteVersion === undefined ? properties : applicableProperties([...properties], siteVersion);
  return applicable
    .filter((property) => isPropertyVisible(property, value))
    .map((property) => (
      <PropertyField
        key={property.name}
        formId={formId}
        path={`${prefix}${property.name}`}
        property={property}
        value={value[property.name]}
        onChange={(next) => onChange(withValue(value, property.name, next))}
        errors={errors}
        readOnly={readOnly}
        siteVersion={siteVersion}
      />
    ));
}
