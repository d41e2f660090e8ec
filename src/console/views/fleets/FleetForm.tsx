import type { Fleet } from '../../../contract/entities/fleet.ts';
import type { MaintenanceWindow } from '../../../contract/entities/fleet-window.ts';
import { useCall } from '../../api/use-call.ts';
import { DescriptionField } from '../../components/entity-form/DescriptionField.tsx';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { type FleetConfig, saveFleet } from './save.ts';
import { WindowFields } from './WindowFields.tsx';

const NONE = { value: '', label: 'None: agents keep what they run' };

/** Nights by default. */
function readWindow(fleet: Fleet | undefined): MaintenanceWindow {
  if (!fleet?.maintenanceWindow)
    return {
      days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
      from: '22:00',
      to: '04:00',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    };
  const { days, from, to, timeZone } = fleet.maintenanceWindow;
  return { days, from, to, timeZone };
}

type FleetFormProps = { fleet: Fleet | undefined; onClose: (id: string | undefined) => void };

export function FleetForm({ fleet, onClose }: FleetFormProps) {
  const site = useSite();
  const known = useCall(
    'listConfigurations',
    { query: { siteIds: [site.id] } },
    { enabled: !fleet, isSuppressed: true },
  );
  const config: FleetConfig = {
    configurationId: '',
    hasWindow: Boolean(fleet?.maintenanceWindow),
    window: readWindow(fleet),
  };
  const begin = {
    templateId: 'fleet',
    values: { name: fleet?.name ?? '', description: fleet?.description ?? '', config },
  };
  const form = useEntityForm({
    existing: fleet && { id: fleet.id, revision: fleet.revision, ...begin },
    blank: begin,
    save: (input) => saveFleet(site.id, input),
    onSaved: () =>
      notify({
        message: fleet ? 'The fleet was saved.' : 'The fleet was created; enroll agents in it.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, state, send } = form;
  const { values, errors } = state.context;
  const typed = values.config as FleetConfig;
  const change = (next: Partial<FleetConfig>) =>
    send({ type: 'config.changed', config: { ...typed, ...next } });
  const options = (known.data?.configurations ?? []).map(({ id, name, version }) => ({
    value: id,
    label: `${name}, version ${version}`,
  }));
  return (
    <FormFrame
      form={form}
      noun="Fleet"
      label={fleet ? `Edit ${fleet.name}` : 'New fleet'}
      savedBy={fleet ? 'updateFleet' : 'createFleet'}
      saveLabel={fleet ? 'Save fleet' : 'Create fleet'}
      heading={
        <PanelHead
          title={fleet?.name ?? 'New fleet'}
          note="OpenTelemetry Collectors that run one configuration"
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} />
      <DescriptionField form={form} />
      {!fleet && (
        <SelectField
          id={buildFieldId(formId, 'config.configurationId')}
          label="Configuration"
          options={[NONE, ...options]}
          value={typed.configurationId}
          error={errors['config.configurationId']}
          onChange={(configurationId) => change({ configurationId })}
        />
      )}
      {!fleet?.runsSite && <WindowFields formId={formId} config={typed} errors={errors} onChange={change} />}
    </FormFrame>
  );
}
