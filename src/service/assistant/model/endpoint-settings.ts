import {
  ASSISTANT_ENDPOINT_PROPERTIES,
  type AssistantEndpoint,
  type AssistantEndpointPatch,
} from '../../../contract/entities/assistant-endpoint.ts';
import { SECRET_SET } from '../../../contract/entities/common.ts';
import { checkKeptSecrets } from '../../../contract/kept-secrets.ts';
import { isLoopbackUrl } from '../../auth/loopback.ts';
import { invalid } from '../../http/input.ts';
import { SECRET_BOUND } from '../../kept-secrets.ts';
import type { Repositories } from '../../store/index.ts';
import type { Sealer } from '../../store/sealing.ts';

export const ENDPOINT_SECRETS = ['apiKey'];

export type EndpointConfig = Omit<AssistantEndpointPatch, 'apiKey'> & { apiKey: string };
export type EndpointState = { config: EndpointConfig; revision: number };

const OFF: EndpointConfig = { enabled: false, address: '', model: '', apiKey: '', questionsPerDay: 100 };

export async function readEndpoint(
  { assistantEndpoint }: Pick<Repositories, 'assistantEndpoint'>,
  sealer: Sealer,
): Promise<EndpointState> {
  const row = await assistantEndpoint.find();
  const stored = row ? sealer.open(JSON.parse(row.settings)) : {};
  return { config: { ...OFF, ...stored }, revision: row?.revision ?? 1 };
}

export function toEndpointEntity({ config, revision }: EndpointState): AssistantEndpoint {
  const { apiKey, ...rest } = config;
  return { ...rest, ...(apiKey === '' ? {} : { apiKey: SECRET_SET }), revision };
}

/** Requires encryption unless local, and complete settings when enabled. @throws ContractError */
export function requireUsable({ enabled, address, model }: AssistantEndpointPatch): void {
  const missing = [...(address === '' ? ['address'] : []), ...(model === '' ? ['model'] : [])];
  if (enabled && missing.length > 0)
    throw invalid(
      missing.map((name) => ({
        field: `endpoint.${name}`,
        rule: 'required',
        message: `${name === 'model' ? 'Model' : 'Address'} is required to answer by a model`,
      })),
    );
  if (address !== '' && new URL(address).protocol === 'http:' && !isLoopbackUrl(new URL(address)))
    throw invalid([
      {
        field: 'endpoint.address',
        rule: 'address',
        message: 'Address must begin with https://, except on this machine',
      },
    ]);
}

/** A stored key never goes to another address. @throws ContractError */
export function requireSameAddress(sent: AssistantEndpointPatch, state: EndpointState): void {
  const { problems } = checkKeptSecrets(ASSISTANT_ENDPOINT_PROPERTIES, toEndpointEntity(state), sent);
  if (problems.length > 0)
    throw invalid(
      problems.map(({ field, message }) => ({ field: `endpoint.${field}`, rule: SECRET_BOUND, message })),
    );
}

export const toDay = (now: number): string => new Date(now).toISOString().slice(0, 10);
