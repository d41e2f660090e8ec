import type { Member, Role } from '../../../contract/entities/access.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { Checkbox } from '../../components/widgets/forms/checkbox.tsx';
import { FieldFrame } from '../../components/widgets/forms/field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import * as css from './access.css.ts';
import { saveUser, type UserConfig } from './save.ts';
import { useAccessForm } from './use-access-form.ts';

type UserFormProps = {
  member: Member | undefined;
  roles: readonly Role[];
  onClose: (id: string | undefined) => void;
};

export function UserForm({ member, roles, onClose }: UserFormProps) {
  const { form, errors, config, change } = useAccessForm<UserConfig>({
    noun: 'user',
    made: 'invited',
    existing: member,
    values: {
      name: member?.name ?? '',
      description: '',
      config: { email: member?.email ?? '', roleIds: member?.roles.map(({ id }) => id) ?? [] },
    },
    save: saveUser,
    onClose,
  });
  const { formId, send } = form;
  const rolesId = buildFieldId(formId, 'config.roleIds');
  return (
    <FormFrame
      form={form}
      noun="User"
      label={member ? `Edit ${member.name}` : 'Invite user'}
      savedBy={member ? 'updateUser' : 'createUser'}
      saveLabel={member ? 'Save user' : 'Invite user'}
      heading={
        <PanelHead
          title={member?.name ?? 'Invite user'}
          note={member?.email ?? 'The roles apply from the first sign-in with this email on'}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} />
      {!member && (
        <TextField
          id={buildFieldId(formId, 'config.email')}
          label="Email"
          required
          type="email"
          value={config.email}
          error={errors['config.email']}
          onChange={(email) => change({ email })}
        />
      )}
      <FieldFrame as="group" id={rolesId} label="Roles" required error={errors['config.roleIds']}>
        {(control, labelId) => (
          <div id={control.id} role="group" aria-labelledby={labelId} tabIndex={-1} className={css.choices}>
            {roles.map((role) => (
              <Checkbox
                key={role.id}
                label={role.name}
                showLabel
                checked={config.roleIds.includes(role.id)}
                onChange={(isHeld) =>
                  change({
                    roleIds: isHeld
                      ? [...config.roleIds, role.id]
                      : config.roleIds.filter((id) => id !== role.id),
                  })
                }
              />
            ))}
          </div>
        )}
      </FieldFrame>
    </FormFrame>
  );
}
