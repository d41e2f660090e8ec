import { useEffect } from 'react';
import type { Fleet } from '../../../contract/entities/fleet.ts';
import { AGENT_SECONDS_DEFAULT } from '../../../contract/entities/fleet.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import * as css from './fleets.css.ts';
import { LabelCounts } from './RolloutSteps.tsx';
import { type RolloutConfig, readSteps, startRollout } from './save.ts';

const LABEL = /^[^=\s]+=\S/;

type RolloutFormProps = { fleet: Fleet; onClose: (id: string | undefined) => void };

export function RolloutForm({ fleet, onClose }: RolloutFormProps) {
  const site = useSite();
  const known = useCall('listConfigurations', { query: { siteIds: [site.id] } }, { isSuppressed: true });
  const config: RolloutConfig = {
    configurationId: fleet.configuration?.id ?? '',
    version: '',
    steps: '10, 50, 100',
    maxErrorPercent: '0',
    agentSeconds: String(AGENT_SECONDS_DEFAULT),
  };
  const form = useEntityForm({
    blank: { templateId: 'rollout', values: { name: '', description: '', config } },
    save: (input) => startRollout(fleet.id, input),
    onSaved: () => notify({ message: 'The rollout began.', status: 'success', shouldTimeout: true }),
    onClose,
  });
  const { formId, state, send } = form;
  const { errors } = state.context;
  const typed = state.context.values.config as RolloutConfig;
  const change = (next: Partial<RolloutConfig>) =>
    send({ type: 'config.changed', config: { ...typed, ...next } });
  const labels = readSteps(typed.steps).filter((step) => LABEL.test(step));
  const firstId = buildFieldId(formId, 'config.configurationId');
  useEffect(() => document.getElementById(firstId)?.focus(), [firstId]);
  const configurations = known.data?.configurations ?? [];
  const chosen = configurations.find(({ id }) => id === typed.configurationId);
  const versions = Array.from({ length: chosen?.version ?? 0 }, (_, index) => {
    const version = (chosen?.version ?? 0) - index;
    return { value: String(version), label: index === 0 ? `${version}, the newest` : String(version) };
  });
  return (
    <FormFrame
      form={form}
      noun="Rollout"
      label={`Roll out to ${fleet.name}`}
      savedBy="startRollout"
      saveLabel="Start rollout"
      heading={
        <PanelHead
          title={`Roll out to ${fleet.name}`}
          note={`To ${counted(fleet.agentCount, 'agent')}; now ${formatAssigned(fleet.configuration) || 'without a configuration'}`}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <SelectField
        id={firstId}
        label="Configuration"
        required
        options={configurations.map(({ id, name }) => ({ value: id, label: name }))}
        value={typed.configurationId}
        error={errors['config.configurationId']}
        onChange={(configurationId) => change({ configurationId, version: '' })}
      />
      {versions.length > 0 && (
        <SelectField
          id={buildFieldId(formId, 'config.version')}
          label="Version"
          options={versions}
          value={typed.version === '' ? String(chosen?.version) : typed.version}
          error={errors['config.version']}
          onChange={(version) => change({ version })}
        />
      )}
      <TextField
        id={buildFieldId(formId, 'config.steps')}
        label="Steps"
        required
        help="Shares of the agents in percent, or labels such as environment=staging; the last is 100, for all the rest. A step begins once every agent of the one before has applied it."
        value={typed.steps}
        error={errors['config.steps']}
        onChange={(steps) => change({ steps })}
      />
      {labels.length > 0 && <LabelCounts fleetId={fleet.id} labels={labels} />}
      {fleet.maintenanceWindow && !fleet.maintenanceWindow.isOpen && (
        <p className={css.reason}>
          It begins within the maintenance window, {formatDateTime(fleet.maintenanceWindow.changesAt)}.
        </p>
      )}
      <TextField
        id={buildFieldId(formId, 'config.maxErrorPercent')}
        label="Error limit, in percent"
        required
        help="When more of the agents offered so far fail, the fleet goes back to the configuration it had."
        value={typed.maxErrorPercent}
        error={errors['config.maxErrorPercent']}
        onChange={(maxErrorPercent) => change({ maxErrorPercent })}
      />
      <TextField
        id={buildFieldId(formId, 'config.agentSeconds')}
        label="Time limit per agent, in seconds"
        required
        help="An agent that has not applied it by then counts as an error."
        value={typed.agentSeconds}
        error={errors['config.agentSeconds']}
        onChange={(agentSeconds) => change({ agentSeconds })}
      />
      <p className={css.quiet}>
        Agents that are away are offered it when they return. A rollout that ends early leaves no agent on the
        new version, unless the fleet had none before.
      </p>
    </FormFrame>
  );
}
