import { useState } from 'react';
import type { ConfigFormat, ConfigProperty } from '../../../../contract/config-format.ts';
import type { CodeTools } from '../code/code-tools.ts';
import { ErrorSummary } from './error-summary.tsx';
import { type FormErrors, SchemaForm } from './schema-form.tsx';

/** Required text, by default labeled by its name. */
export const createProperty = (name: string, rest: Partial<ConfigProperty> = {}): ConfigProperty => ({
  name,
  label: name,
  kind: 'text',
  required: true,
  ...rest,
});

export const format = (...properties: ConfigProperty[]): ConfigFormat => ({
  config_groups: [{ name: 'main', label: 'Main', properties }],
});

export const held: { value: Record<string, unknown> } = { value: {} };

type OwnerProps = {
  of: ConfigFormat;
  initial?: Record<string, unknown>;
  errors?: FormErrors;
  siteVersion?: string;
  hasSummary?: boolean;
  tools?: CodeTools;
};

export function Owner({ of, initial = {}, errors = {}, siteVersion, hasSummary = false, tools }: OwnerProps) {
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
        {...(tools && { tools })}
        {...(siteVersion === undefined ? {} : { siteVersion })}
      />
    </>
  );
}
