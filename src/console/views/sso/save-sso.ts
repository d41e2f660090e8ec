import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../components/entity-form/save-outcome.ts';

/** Initial values: the settings without read-only fields. */
export function toSsoSettings(sso: Sso): SsoPatch {
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
function toSsoPatch(config: Record<string, unknown>): SsoPatch {
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

const toFieldErrors = ({ details }: ApiError): FieldErrors =>
  Object.fromEntries(details.map(({ field, message }) => [field.replace(/^sso\./, 'config.'), message]));

export const saveSso = ({ values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(toFieldErrors, async () => {
    const sso = toSsoPatch(values.config);
    const { data } = await callApi('updateSso', { body: { sso } }, { ifMatch: revision ?? '*' });
    return { id: 'sso', revision: data.sso.revision };
  });
