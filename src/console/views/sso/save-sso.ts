import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';

/** Initial values: the settings without read-only fields. */
export function settingsOf(sso: Sso): SsoPatch {
  const {
    hasFallback: _,
    fixed: _f,
    inForce: _i,
    redirectUri: _r,
    acsUrl: _a,
    entityId: _e,
    logout: _l,
    revision: _v,
    ...settings
  } = sso;
  return settings;
}

/** An empty secret removes the saved one; untouched choices and switches may be missing. */
function patchOf(config: Record<string, unknown>): SsoPatch {
  const { clientSecret, ...rest } = config as SsoPatch;
  const all = {
    ...rest,
    groupsClaim: rest.groupsClaim ?? '',
    clientId: rest.clientId ?? '',
    metadataUrl: rest.metadataUrl ?? '',
    metadataXml: rest.metadataXml ?? '',
    defaultRoleId: rest.defaultRoleId ?? '',
    domains: rest.domains ?? [],
    groupRoles: rest.groupRoles ?? [],
  };
  return clientSecret === undefined || clientSecret === '' ? all : { ...all, clientSecret };
}

/** Maps refused fields to form field names. */
export async function saveSso({ values, revision }: SaveInput): Promise<SaveOutcome> {
  try {
    const sso = patchOf(values.config);
    const { data } = await callApi('updateSso', { body: { sso } }, { ifMatch: revision ?? '*' });
    return { kind: 'saved', id: 'sso', revision: data.sso.revision };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 0) throw error;
    if (error.code === 'STALE_VERSION') {
      const stored: unknown = Reflect.get(Object(error.current), 'revision');
      return { kind: 'stale', storedRevision: typeof stored === 'number' ? stored : 0 };
    }
    const fields = error.details.map(({ field, message }): [string, string] => [
      field.replace(/^sso\./, 'config.'),
      message,
    ]);
    return {
      kind: 'refused',
      errors: Object.fromEntries(fields),
      message: fields.length > 0 ? '' : error.message,
    };
  }
}
