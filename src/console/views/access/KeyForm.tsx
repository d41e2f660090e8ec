import { useRef } from 'react';
import type { Role } from '../../../contract/entities/access.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { SegmentedField } from '../../components/widgets/forms/switch-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { formatGrants } from './grants.ts';
import { SitesField } from './SitesField.tsx';
import { type KeyConfig, saveKey } from './save.ts';

const EXPIRIES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const;

type KeyFormProps = {
  roles: readonly Role[];
  onKey: (name: string, key: string) => void;
  onClose: () => void;
};

export function KeyForm({ roles, onKey, onClose }: KeyFormProps) {
  const made = useRef({ name: '', key: '' });
  const form = useEntityForm({
    blank: {
      templateId: 'apiKey',
      values: { name: '', description: '', config: { roleId: 'viewer', siteIds: [], expires: '90' } },
    },
    save: (input) =>
      saveKey(input, (key) => {
        made.current = { name: input.values.name, key };
      }),
    onSaved: () => onKey(made.current.name, made.current.key),
    onClose,
  });
  const { formId, state, send } = form;
  const { values, errors } = state.context;
  const config = values.config as KeyConfig;
  const change = (next: Partial<KeyConfig>) =>
    send({ type: 'config.changed', config: { ...config, ...next } });
  const role = roles.find(({ id }) => id === config.roleId);
  return (
    <FormFrame
      form={form}
      noun="API key"
      label="New API key"
      savedBy="createApiKey"
      saveLabel="Create API key"
      heading={
        <PanelHead
          title="New API key"
          note="For programs and the command line"
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} />
      <TextField
        id={buildFieldId(formId, 'description')}
        label="Description"
        required={false}
        value={values.description}
        error={errors.description}
        onChange={(value) => send({ type: 'field.changed', field: 'description', value })}
      />
      <SelectField
        id={buildFieldId(formId, 'config.roleId')}
        label="Role"
        required
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={config.roleId}
        help={role && formatGrants(role.grants)}
        error={errors['config.roleId']}
        onChange={(roleId) => change({ roleId })}
      />
      <SitesField
        id={buildFieldId(formId, 'config.siteIds')}
        value={config.siteIds}
        help="Narrows the sites of the role."
        error={errors['config.siteIds']}
        onChange={(siteIds) => change({ siteIds })}
      />
      <SegmentedField
        id={buildFieldId(formId, 'config.expires')}
        label="Expires after"
        options={EXPIRIES}
        value={EXPIRIES.find(({ value }) => value === config.expires)?.value ?? '90'}
        onChange={(expires) => change({ expires })}
      />
    </FormFrame>
  );
}
