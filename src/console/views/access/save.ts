import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { RoleGrant } from '../../../contract/entities/access.ts';
import { callApi } from '../../api/call-api.ts';
import { createFieldErrorsReader, saveOutcome } from '../../components/entity-form/save-outcome.ts';

export type RoleConfig = { grants: RoleGrant[]; siteIds: string[] };
export type UserConfig = { email: string; roleIds: string[] };
export type KeyConfig = { roleId: string; siteIds: string[]; expires: string };

const saveAccessOutcome = (write: () => Promise<{ id: string; revision: number }>) =>
  saveOutcome(createFieldErrorsReader(/^(role|user|apiKey)\./), write);

export const saveRole = ({ id, values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveAccessOutcome(async () => {
    const { name, description, config } = values;
    const { grants, siteIds } = config as RoleConfig;
    const role = { name, description, grants, siteIds };
    if (id === undefined) {
      const { data } = await callApi('createRole', { body: { role } });
      return { id: data.id, revision: 1 };
    }
    const options = { ifMatch: revision ?? ('*' as const) };
    const { data } = await callApi('updateRole', { body: { role: { id, ...role } } }, options);
    return { id, revision: data.role.revision };
  });

export const saveUser = ({ id, values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveAccessOutcome(async () => {
    const { name, config } = values;
    const { email, roleIds } = config as UserConfig;
    if (id === undefined) {
      const { data } = await callApi('createUser', { body: { user: { name, email, roleIds } } });
      return { id: data.id, revision: 1 };
    }
    const options = { ifMatch: revision ?? ('*' as const) };
    const { data } = await callApi('updateUser', { body: { user: { id, name, roleIds } } }, options);
    return { id, revision: data.member.revision };
  });

/** @param onKey receives the secret, which no later answer contains */
export const saveKey = ({ values }: SaveInput, onKey: (key: string) => void): Promise<SaveOutcome> =>
  saveAccessOutcome(async () => {
    const { name, description, config } = values;
    const { roleId, siteIds, expires } = config as KeyConfig;
    const days = expires === 'never' ? {} : { expiresInDays: Number(expires) };
    const apiKey = { name, description, roleId, siteIds, ...days };
    const { data } = await callApi('createApiKey', { body: { apiKey } });
    onKey(data.key);
    return { id: data.id, revision: 1 };
  });
