import { TextField } from '../widgets/forms/text-field.tsx';
import { buildFieldId } from '../widgets/schema-form/schema-form.tsx';
import type { EntityForm } from './use-entity-form.ts';

type NameFieldProps = {
  form: Pick<EntityForm, 'formId' | 'state' | 'send'>;
  label?: string;
  autoFocus?: boolean;
};

export function NameField({ form, label = 'Name', autoFocus = true }: NameFieldProps) {
  const { values, errors } = form.state.context;
  return (
    <TextField
      id={buildFieldId(form.formId, 'name')}
      label={label}
      required
      autoFocus={autoFocus}
      value={values.name}
      error={errors.name}
      onChange={(value) => form.send({ type: 'field.changed', field: 'name', value })}
    />
  );
}
