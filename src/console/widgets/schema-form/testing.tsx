import { useState } from 'react';
import type { ConfigFormat, ConfigProperty } from '../../../contract/config-format.ts';
import { ErrorSummary } from './error-summary.tsx';
import { type FormErrors, SchemaForm } from './schema-form.tsx';

/** For tests: a required text named and labelled alike, unless said otherwise. */
export const property = (name: string, rest: Partial<ConfigProperty> = {}): ConfigProperty => ({
  name,
  label: name,
  kind: 'text',
  required: true,
  ...rest,
});

/** For tests: a format of one group. */
export const format = (...properties: ConfigProperty[]): ConfigFormat => ({
  config_groups: [{ name: 'main', label: 'Main', properties }],
});

/** What the form under test holds now. */
export const held: { value: Record<string, unknown> } = { value: {} };

type OwnerProps = {
  of: ConfigFormat;
  initial?: Record<string, unknown>;
  errors?: FormErrors;
  siteVersion?: string;
  hasSummary?: boolean;
};

/** Keeps what a form holds, as a screen does. */
export function Owner({ of, initial = {}, errors = {}, siteVersion, hasSummary = false }: OwnerProps) {
  const [value, setValue] = useState(initial);
  held.value = value;
  return (
    <>
      {hasSummary && <ErrorSummary formId="f" errors={errors} />}
      <SchemaForm
        formId="f"
        format={of}
        value={value}
        onChange={setValue}
        errors={errors}
        {...(siteVersion === undefined ? {} : { siteVersion })}
      />
    </>
  );
}
