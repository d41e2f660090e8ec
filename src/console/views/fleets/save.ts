import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import type { Labels } from '../../../contract/entities/fleet-labels.ts';
import type { MaintenanceWindow } from '../../../contract/entities/fleet-window.ts';
import { callApi } from '../../api/call-api.ts';
import { createFieldErrorsReader, saveOutcome } from '../../components/entity-form/save-outcome.ts';

/** Fields of the forms besides name and description. */
export type FleetConfig = { configurationId: string; hasWindow: boolean; window: MaintenanceWindow };
export type ContentConfig = {
  content: string;
  /** Source of the content. */
  fromPipeline?: { pipelineId: string; graphVersion: number };
};
export type LabelsConfig = { labels: Labels };
/** As typed. */
export type RolloutConfig = {
  configurationId: string;
  version: string;
  steps: string;
  maxErrorPercent: string;
  agentSeconds: string;
};

const readPlain = createFieldErrorsReader(/^fleet\./);
const readFleetErrors: typeof readPlain = (refusal) =>
  Object.fromEntries(
    Object.entries(readPlain(refusal)).map(([field, message]) => [
      field.replace(/^maintenanceWindow\.(\w+).*$/, 'config.window.$1'),
      message,
    ]),
  );

export const saveFleet = (siteId: string, { id, values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(readFleetErrors, async () => {
    const { name, description } = values;
    const { configurationId, hasWindow, window } = values.config as FleetConfig;
    const maintenanceWindow = hasWindow ? window : null;
    if (id !== undefined) {
      const body = { fleet: { id, name, description, maintenanceWindow } };
      const { data } = await callApi('updateFleet', { body }, { ifMatch: revision ?? '*' });
      return { id, revision: data.fleet.revision };
    }
    const chosen = configurationId === '' ? {} : { configurationId };
    const { data } = await callApi('createFleet', {
      body: { fleet: { siteId, name, description, maintenanceWindow, ...chosen } },
    });
    return { id: data.id, revision: 1 };
  });

/** The content has one field, which shows all its errors. */
const readContentErrors = ({ details }: { details: readonly { field: string; message: string }[] }) => {
  const errors: Record<string, string> = {};
  for (const { field, message } of details) {
    const name = field.replace(/^configuration\./, '');
    errors[name === 'name' || name === 'description' ? name : 'config.content'] ??= message;
  }
  return errors;
};

export const saveConfiguration = (
  siteId: string,
  { id, values, revision }: SaveInput,
): Promise<SaveOutcome> =>
  saveOutcome(readContentErrors, async () => {
    const { name, description, config } = values;
    const { content, fromPipeline } = config as ContentConfig;
    const made = fromPipeline ? { fromPipeline } : { content };
    if (id === undefined) {
      const body = { configuration: { siteId, name, description, ...made } };
      const { data } = await callApi('createConfiguration', { body });
      return { id: data.id, revision: 1 };
    }
    const body = { configuration: { id, name, description, ...made } };
    const { data } = await callApi('updateConfiguration', { body }, { ifMatch: revision ?? '*' });
    return { id, revision: data.configuration.revision };
  });

/** Removes labels no longer listed. */
export const saveLabels = (agent: Agent, { values }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(
    ({ details }) => ({ 'config.labels': details[0]?.message ?? 'The labels are not valid' }),
    async () => {
      const { labels } = values.config as LabelsConfig;
      const removed = Object.keys(agent.labels).filter((key) => labels[key] === undefined);
      await callApi('labelAgents', { body: { agentIds: [agent.id], labels, removed } });
      return { id: agent.id, revision: 1 };
    },
  );

const WHOLE = /^\d+$/;
const WORD = /(?:[^\s,"]|"[^"]*"?)+/g;

/** Splits `environment=staging, 50, 100`; quotes keep spaces. */
export const readSteps = (text: string): string[] =>
  [...text.matchAll(WORD)].map(([word]) => word.replaceAll('"', ''));

/** Refuses unreadable input before sending. */
function readRollout({ configurationId, version, steps, maxErrorPercent, agentSeconds }: RolloutConfig) {
  const errors: FieldErrors = {};
  const parts = readSteps(steps);
  if (configurationId === '') errors['config.configurationId'] = 'Choose a configuration';
  if (parts.length === 0 || !parts.every((part) => WHOLE.test(part) || part.includes('=')))
    errors['config.steps'] =
      'Steps must be percentages such as 10, 50, 100, or labels such as environment=staging before 100';
  if (!WHOLE.test(maxErrorPercent))
    errors['config.maxErrorPercent'] = 'The error share must be a whole percentage';
  if (!WHOLE.test(agentSeconds))
    errors['config.agentSeconds'] = 'The time must be whole seconds, such as 120';
  const rollout = {
    configurationId,
    ...(version === '' ? {} : { version: Number(version) }),
    steps: parts.map((part) => (WHOLE.test(part) ? Number(part) : part)),
    maxErrorPercent: Number(maxErrorPercent),
    agentSeconds: Number(agentSeconds),
  };
  return { errors, rollout };
}

export async function startRollout(fleetId: string, { values }: SaveInput): Promise<SaveOutcome> {
  const { errors, rollout } = readRollout(values.config as RolloutConfig);
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors, message: '' };
  const readErrors = ({
    details,
  }: {
    details: readonly { field: string; message: string }[];
  }): FieldErrors => {
    const found: Record<string, string> = {};
    for (const { field, message } of details) {
      const [name = ''] = field.replace(/^rollout\./, '').split('.');
      found[`config.${name}`] ??= message;
    }
    return found;
  };
  return saveOutcome(readErrors, async () => {
    const { data } = await callApi('startRollout', { path: { fleetId }, body: { rollout } });
    return { id: data.id, revision: 1 };
  });
}
