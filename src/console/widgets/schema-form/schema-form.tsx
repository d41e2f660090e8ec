import { type ConfigFormat, isPropertyVisible } from '../../../contract/config-format.ts';
import * as formCss from '../forms/form.css.ts';
import type { FormErrors } from './field-ids.ts';
import { PropertyList } from './property-list.tsx';

export { type FormErrors, fieldId, focusField } from './field-ids.ts';

type SchemaFormProps = {
  /** Start of every control's id; `focusField(formId, 'url')` moves the focus there. */
  formId: string;
  format: ConfigFormat;
  /** Start a new one with `defaultValues`. */
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** By property path. */
  errors?: FormErrors;
  readOnly?: boolean;
  /** Properties of other versions are left out (R5-44 … R5-46); without it all are shown. */
  siteVersion?: string;
};

/** The form of a component's configuration, made from its `configFormat` alone (R3-23, R3-24). */
export function SchemaForm(props: SchemaFormProps) {
  const { formId, format, value, onChange, errors = {}, readOnly, siteVersion } = props;
  const groups = format.config_groups.filter((group) =>
    group.properties.some((property) => isPropertyVisible(property, value)),
  );
  return (
    <div className={formCss.form}>
      {groups.map((group) => (
        <section key={group.name} className={formCss.group} aria-label={group.label}>
          {groups.length > 1 && <h3 className={formCss.groupHeading}>{group.label}</h3>}
          <PropertyList
            formId={formId}
            prefix=""
            properties={group.properties}
            value={value}
            onChange={onChange}
            errors={errors}
            readOnly={readOnly}
            siteVersion={siteVersion}
          />
        </section>
      ))}
    </div>
  );
}
