import { useEffect, useRef } from 'react';
import { TextField } from '../widgets/forms/text-field.tsx';
import { buildFieldId } from '../widgets/schema-form/schema-form.tsx';
import type { EntityForm } from './use-entity-form.ts';

type NameFieldProps = {
  form: Pick<EntityForm, 'formId' | 'state' | 'send'>;
  label?: string;
  autoFocus?: boolean;
  /** Selects the suggested name on first focus, so that typing replaces it. */
  isProposal?: boolean;
};

export function NameField({ form, label = 'Name', autoFocus = true, isProposal = false }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isProposal && autoFocus) input.current?.select();
  }, [isProposal, autoFocus]);
  const { values, errors } = form.state.context;
  return (
    <TextField
      id={buildFieldId(form.formId, 'name')}
      label={label}
      required
      ref={input}
      autoFocus={autoFocus}
      value={values.name}
      error={errors.name}
      onChange={(value) => form.send({ type: 'field.changed', field: 'name', value })}
    />
  );
}
