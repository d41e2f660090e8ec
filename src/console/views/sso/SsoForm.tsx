import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { findReason } from '../../../../machines/entity-form/index.ts';
import { listProperties } from '../../../contract/config-format.ts';
import type { Role } from '../../../contract/entities/access.ts';
import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { findKeptSecretErrors } from '../../components/entity-form/kept-secret-errors.ts';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import {
  buildFieldId,
  pickErrorsWithin,
  SchemaForm,
} from '../../components/widgets/schema-form/schema-form.tsx';
import { notify } from '../../state/toasts.ts';
import { saveSso, toSsoSettings } from './save-sso.ts';
import type { SsoScope } from './scope.ts';
import { createSsoFormat } from './sso-format.ts';

type SsoFormProps = {
  sso: Sso;
  roles: readonly Role[];
  /** Content above the form, for the selected protocol. */
  lead: (provider: SsoPatch['provider']) => ReactNode;
  scope: Omit<SsoScope, 'canSave' | 'save'>;
  onClose: () => void;
};

export function SsoForm({ sso, roles, lead, scope, onClose }: SsoFormProps) {
  const form = useEntityForm({
    existing: {
      id: 'sso',
      revision: sso.revision,
      templateId: 'sso',
      values: { name: 'Sign-in', description: '', config: toSsoSettings(sso) },
    },
    save: saveSso,
    onSaved: () =>
      notify({ message: 'The sign-in settings were saved.', status: 'success', shouldTimeout: true }),
    onClose,
  });
  const { formId, state, send, submit } = form;
  const { values, errors } = state.context;
  const provider = values.config.provider === 'saml' ? 'saml' : 'oidc';
  const format = useMemo(() => createSsoFormat(roles, sso.fixed, provider), [roles, sso.fixed, provider]);
  const reason = findReason(state, { type: 'form.submitted' });
  const published = useMemo(
    () => ({ ...scope, canSave: reason ?? true, save: submit }) as const,
    [scope, reason, submit],
  );
  usePublishScope('sso', published);
  return (
    <FormFrame
      form={form}
      noun="Sign-in"
      label="Sign-in settings"
      savedBy="updateSso"
      saveLabel="Save"
      lead={lead(provider)}
    >
      <SchemaForm
        formId={buildFieldId(formId, 'config')}
        format={format}
        value={values.config}
        errors={{
          ...findKeptSecretErrors(listProperties(format), state.context.saved.config, values.config),
          ...pickErrorsWithin(errors, 'config'),
        }}
        onChange={(config) => send({ type: 'config.changed', config })}
      />
    </FormFrame>
  );
}
