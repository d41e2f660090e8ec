import { TextArea } from '../widgets/forms/text-field.tsx';
import { buildFieldId } from '../widgets/schema-form/schema-form.tsx';
import type { EntityForm } from './use-entity-form.ts';

export function DescriptionField({ form }: { form: Pick<EntityForm, 'formId' | 'state' | 'send'> }) {
  const { values, errors } = form.state.context;
  return (
    <TextArea
      id={buildFieldId(form.formId, 'description')}
      label="Description"
      rows={2}
      value={values.description}
      error={errors.description}
      onChange={(value) => form.send({ type: 'field.changed', field: 'description', value })}
    />
  );
}
