import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import type {
  AssistantEndpoint,
  AssistantEndpointPatch,
} from '../../../contract/entities/assistant-endpoint.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../components/entity-form/save-outcome.ts';

/** Initial values of the form. */
export function toEndpointConfig({ revision: _, ...settings }: AssistantEndpoint): AssistantEndpointPatch {
  return settings;
}

/** An empty key removes the saved one; untouched fields may be missing. */
function toPatch(config: Record<string, unknown>): AssistantEndpointPatch {
  const {
    apiKey,
    enabled = false,
    address = '',
    model = '',
    questionsPerDay = 100,
  } = config as Partial<AssistantEndpointPatch>;
  const rest = { enabled, address, model, questionsPerDay };
  return apiKey === undefined || apiKey === '' ? rest : { ...rest, apiKey };
}

const toFieldErrors = ({ details }: ApiError): FieldErrors =>
  Object.fromEntries(details.map(({ field, message }) => [field.replace(/^endpoint\./, 'config.'), message]));

export const saveEndpoint = ({ values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(toFieldErrors, async () => {
    const endpoint = toPatch(values.config);
    const { data } = await callApi(
      'updateAssistantEndpoint',
      { body: { endpoint } },
      { ifMatch: revision ?? '*' },
    );
    return { id: 'endpoint', revision: data.endpoint.revision };
  });
