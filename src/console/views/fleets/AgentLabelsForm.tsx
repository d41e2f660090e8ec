import { useEffect } from 'react';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import type { Labels } from '../../../contract/entities/fleet-labels.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { MapField } from '../../components/widgets/forms/map-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { notify } from '../../state/toasts.ts';

import { type LabelsConfig, saveLabels } from './save.ts';

type AgentLabelsFormProps = { agent: Agent; onClose: () => void };

export function AgentLabelsForm({ agent, onClose }: AgentLabelsFormProps) {
  const config: LabelsConfig = { labels: agent.labels };
  const form = useEntityForm({
    blank: { templateId: 'labels', values: { name: '', description: '', config } },
    save: (input) => saveLabels(agent, input),
    onSaved: () => notify({ message: 'The labels were saved.', status: 'success', shouldTimeout: true }),
    onClose,
  });
  const { formId, state, send } = form;
  const typed = state.context.values.config as LabelsConfig;
  const firstId = buildFieldId(formId, 'config.labels');
  useEffect(() => document.getElementById(firstId)?.focus(), [firstId]);
  return (
    <FormFrame
      form={form}
      noun="Labels"
      label={`Labels of ${formatAgentName(agent)}`}
      savedBy="labelAgents"
      saveLabel="Save labels"
      heading={
        <PanelHead
          title={`Labels of ${formatAgentName(agent)}`}
          note="Rollouts go by them, and the search finds them as key=value"
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <MapField
        id={firstId}
        label="Labels"
        help="Such as environment and staging. A label wins over an attribute of the same name that the agent reports."
        keyLabel="Label"
        value={typed.labels}
        error={state.context.errors['config.labels']}
        onChange={(labels: Labels) => send({ type: 'config.changed', config: { labels } })}
      />
    </FormFrame>
  );
}
