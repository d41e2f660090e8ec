import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { checkConnection } from '../../api/check-configs.ts';
import { notifyRequested, type RequestWay } from '../../state/request-draft.ts';
import { saveOutcome } from '../entity-form/save-outcome.ts';
import type { ConnectionKind } from './kinds.ts';
import { requestConnection } from './request-connection.ts';

function toFieldErrors(error: ApiError): FieldErrors {
  return Object.fromEntries(
    error.details.map((detail) => [
      detail.field.replace(/^(source|sink|connections\.0)\./, ''),
      detail.message,
    ]),
  );
}

/**
 * When only name or description were refused, also checks the configuration, so that all errors are shown at
 * once.
 */
async function findOtherProblems(
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

const saveBy = (
  kind: ConnectionKind,
  siteId: string,
  save: SaveInput,
  work: () => Promise<{ id: string; revision: number }>,
): Promise<SaveOutcome> =>
  saveOutcome(
    async (error) => ({ ...toFieldErrors(error), ...(await findOtherProblems(kind, siteId, save, error)) }),
    work,
  );

/** Refusals are returned as an outcome; only connection errors are thrown. */
export const saveConnection = (kind: ConnectionKind, siteId: string, save: SaveInput): Promise<SaveOutcome> =>
  saveBy(kind, siteId, save, () => write(kind, siteId, save));

/**
 * Like `saveConnection`, by a pull request raised now or later: the stored revision stays. The id is a new
 * one's in the draft, or empty.
 */
export const saveByRequest = (
  { kind, siteId, way, comment }: { kind: ConnectionKind; siteId: string; way: RequestWay; comment: string },
  save: SaveInput,
): Promise<SaveOutcome> =>
  saveBy(kind, siteId, save, async () => {
    const { id, revision, templateId, values } = save;
    const asked = { kind, siteId, id, revision, comment };
    const changes = await requestConnection(way, asked, { templateId, ...values });
    notifyRequested(way, changes.length);
    const made = changes.find(({ change, name }) => change === 'create' && name === values.name);
    return { id: id ?? made?.id ?? '', revision: revision ?? 0 };
  });

/** A pipeline, or a source archived there. */
export type ConnectionUser = { kind: 'pipeline' | 'source'; id: string; name: string };

export const listUsersInError = (error: ApiError): ConnectionUser[] =>
  error.code === 'IN_USE'
    ? error.details.map(({ field, message }) => ({
        kind: field.startsWith('sources.') ? 'source' : 'pipeline',
        id: field.replace(/^\w+\./, ''),
        name: message,
      }))
    : [];

export async function deleteConnection(kind: ConnectionKind, id: string, revision: number): Promise<void> {
  await callApi(kind === 'source' ? 'deleteSource' : 'deleteSink', { path: { id } }, { ifMatch: revision });
}
