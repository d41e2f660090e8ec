import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/connection-form/connection-form.machine.ts';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { checkConnection } from '../../api/check-configs.ts';
import type { ConnectionKind } from './kinds.ts';

/** Field paths of an error (`source.config.port`) as the form names them (`config.port`). */
export function fieldErrorsOf(error: ApiError): FieldErrors {
  return Object.fromEntries(
    error.details.map((detail) => [detail.field.replace(/^(source|sink)\./, ''), detail.message]),
  );
}

/**
 * What is wrong with the configuration where only the name or the description was refused: all that is wrong is
 * said at once.
 */
async function alsoWrong(
  kind: ConnectionKind,
  siteId: string,
  { id, templateId, values: { config } }: SaveInput,
  { details }: ApiError,
): Promise<FieldErrors> {
  const isOfNameAlone = details.length > 0 && details.every(({ field }) => !field.includes('.config'));
  if (!isOfNameAlone) return {};
  const problems = await checkConnection(kind, { siteId, templateId, id, config }).catch(() => []);
  return Object.fromEntries(problems.map(({ field, message }) => [`config.${field}`, message]));
}

const revisionOf = (current: unknown): number => {
  const revision: unknown =
    typeof current === 'object' && current !== null ? Reflect.get(current, 'revision') : undefined;
  return typeof revision === 'number' ? revision : 0;
};

const write = async (
  kind: ConnectionKind,
  siteId: string,
  save: SaveInput,
): Promise<{ id: string; revision: number }> => {
  const { templateId, values, id } = save;
  const ifMatch = save.revision ?? '*';
  if (kind === 'source') {
    if (id === undefined)
      return (await callApi('createSource', { body: { source: { siteId, templateId, ...values } } })).data;
    const { data } = await callApi('updateSource', { body: { source: { id, ...values } } }, { ifMatch });
    return { id, revision: data.revision };
  }
  if (id === undefined)
    return (await callApi('createSink', { body: { sink: { siteId, templateId, ...values } } })).data;
  const { data } = await callApi('updateSink', { body: { sink: { id, ...values } } }, { ifMatch });
  return { id, revision: data.revision };
};

/** Saves the form. What the service refuses comes back as an outcome; nothing is thrown but lost connections. */
export async function saveConnection(
  kind: ConnectionKind,
  siteId: string,
  save: SaveInput,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', ...(await write(kind, siteId, save)) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 0) throw error;
    if (error.code === 'STALE_VERSION') return { kind: 'stale', storedRevision: revisionOf(error.current) };
    const errors = { ...fieldErrorsOf(error), ...(await alsoWrong(kind, siteId, save, error)) };
    return { kind: 'refused', errors, message: Object.keys(errors).length > 0 ? '' : error.message };
  }
}

/** What uses a source or destination: a pipeline, or a source that is archived there. */
export type ConnectionUser = { kind: 'pipeline' | 'source'; id: string; name: string };

/** What an answer names as users of what was to be deleted. */
export const usersIn = (error: ApiError): ConnectionUser[] =>
  error.code === 'IN_USE'
    ? error.details.map(({ field, message }) => ({
        kind: field.startsWith('sources.') ? 'source' : 'pipeline',
        id: field.replace(/^\w+\./, ''),
        name: message,
      }))
    : [];

/** Deletes one; the service refuses while a pipeline uses it, naming which. */
export async function deleteConnection(kind: ConnectionKind, id: string, revision: number): Promise<void> {
  await callApi(kind === 'source' ? 'deleteSource' : 'deleteSink', { path: { id } }, { ifMatch: revision });
}
