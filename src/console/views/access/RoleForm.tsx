import type { Role } from '../../../contract/entities/access.ts';
import { DescriptionField } from '../../components/entity-form/DescriptionField.tsx';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { FieldFrame } from '../../components/widgets/forms/field.tsx';
import { GrantMatrix } from '../../components/widgets/grants/grant-matrix.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import * as css from './access.css.ts';
import { changeGrant, GRANT_COLUMNS, toGrantRows } from './grants.ts';
import { SitesField } from './SitesField.tsx';
import { type RoleConfig, saveRole } from './save.ts';
import { useAccessForm } from './use-access-form.ts';

const NEW: RoleConfig = { grants: changeGrant([], 'PIPELINES', ['READ']), siteIds: [] };

type RoleFormProps = { role: Role | undefined; onClose: (id: string | undefined) => void };

export function RoleForm({ role, onClose }: RoleFormProps) {
  const isFixed = role?.type === 'SYSTEM';
  const { form, errors, config, change } = useAccessForm<RoleConfig>({
    noun: 'role',
    made: 'created',
    existing: role,
    values: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      config: role ? { grants: role.grants, siteIds: role.siteIds } : NEW,
    },
    save: saveRole,
    onClose,
  });
  const { formId, send } = form;
  const heading = (
    <PanelHead
      title={role?.name ?? 'New role'}
      note={
        isFixed
          ? 'A system role; it cannot be changed'
          : 'Applies to everyone with this role from their next request on'
      }
      onClose={() => send({ type: 'form.left' })}
    />
  );
  const matrix = (
    <FieldFrame
      as="group"
      id={buildFieldId(formId, 'config.grants')}
      label="Allowed"
      error={errors['config.grants']}
    >
      {() => (
        <GrantMatrix
          label="What the role allows"
          columns={GRANT_COLUMNS}
          rows={toGrantRows(config.grants)}
          readOnly={isFixed}
          onChange={(resource, granted) => change({ grants: changeGrant(config.grants, resource, granted) })}
        />
      )}
    </FieldFrame>
  );
  const sites = (
    <SitesField
      id={buildFieldId(formId, 'config.siteIds')}
      value={config.siteIds}
      help="People with this role do not see other sites."
      error={errors['config.siteIds']}
      readOnly={isFixed}
      onChange={(siteIds) => change({ siteIds })}
    />
  );
  if (isFixed) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is
      <div
        className={css.shown}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.stopPropagation();
          onClose(undefined);
        }}
      >
        {heading}
        <div className={css.shownBody}>
          <p className={css.note}>{role.description}</p>
          {matrix}
          {sites}
        </div>
      </div>
    );
  }
  return (
    <FormFrame
      form={form}
      noun="Role"
      label={role ? `Edit ${role.name}` : 'New role'}
      savedBy={role ? 'updateRole' : 'createRole'}
      saveLabel={role ? 'Save role' : 'Create role'}
      heading={heading}
    >
      <NameField form={form} />
      <DescriptionField form={form} />
      {matrix}
      {sites}
    </FormFrame>
  );
}
