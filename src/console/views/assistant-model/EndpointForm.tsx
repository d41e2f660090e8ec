import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { findReason } from '../../../../machines/entity-form/index.ts';
import type { ConfigFormat } from '../../../contract/config-format.ts';
import {
  ASSISTANT_ENDPOINT_PROPERTIES,
  type AssistantEndpoint,
} from '../../../contract/entities/assistant-endpoint.ts';
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
import { saveEndpoint, toEndpointConfig } from './save-endpoint.ts';
import type { AssistantModelScope } from './scope.ts';

const FORMAT: ConfigFormat = {
  config_groups: [
    {
      name: 'model',
      label: 'Model',
      properties: ASSISTANT_ENDPOINT_PROPERTIES.map((property) => ({ ...property, essential: true })),
    },
  ],
};

type EndpointFormProps = {
  endpoint: AssistantEndpoint;
  lead: ReactNode;
  scope: Omit<AssistantModelScope, 'canSave' | 'save'>;
  onClose: () => void;
};

export function EndpointForm({ endpoint, lead, scope, onClose }: EndpointFormProps) {
  const form = useEntityForm({
    existing: {
      id: 'endpoint',
      revision: endpoint.revision,
      templateId: 'endpoint',
      values: { name: 'Model', description: '', config: toEndpointConfig(endpoint) },
    },
    save: saveEndpoint,
    onSaved: () =>
      notify({ message: "The assistant's model was saved.", status: 'success', shouldTimeout: true }),
    onClose,
  });
  const { formId, state, send, submit } = form;
  const { values, errors } = state.context;
  const reason = findReason(state, { type: 'form.submitted' });
  const published = useMemo(
    () => ({ ...scope, canSave: reason ?? true, save: submit }) as const,
    [scope, reason, submit],
  );
  usePublishScope('assistantModel', published);
  return (
    <FormFrame
      form={form}
      noun="Model"
      label="Settings of the model"
      savedBy="updateAssistantEndpoint"
      saveLabel="Save"
      lead={lead}
    >
      <SchemaForm
        formId={buildFieldId(formId, 'config')}
        format={FORMAT}
        value={values.config}
        errors={{
          ...findKeptSecretErrors(ASSISTANT_ENDPOINT_PROPERTIES, state.context.saved.config, values.config),
          ...pickErrorsWithin(errors, 'config'),
        }}
        onChange={(config) => send({ type: 'config.changed', config })}
      />
    </FormFrame>
  );
}
