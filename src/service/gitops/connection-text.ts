import type {
  DefinedConnection,
  RequestedConnection,
  RequestedKind,
} from '../../contract/entities/changeset.ts';
import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import type { ConnectionPatch } from '../../contract/entities/node.ts';
import { computeFingerprint, toDefinitionValue } from '../exchange/canonical.ts';
import { toConnectionDefinition } from '../exchange/collect.ts';
import { readText } from '../exchange/exchange.ts';
import type { ConnectionDefinition } from '../exchange/model.ts';
import { toYaml } from '../exchange/yaml/jobs.ts';
import type { Services } from '../services.ts';
import type { ChangesetPipelineRow, NodeRow } from '../store/schema.ts';
import { kindOfPath } from './repository.ts';

/** Requests leave archives as they are. */
const toDefinition = (services: Services, row: NodeRow): ConnectionDefinition =>
  toConnectionDefinition(services, row, () => '');

const toValue = (one: ConnectionDefinition) => toDefinitionValue({ connections: [one], pipelines: [] });

export const toConnectionValue = (services: Services, row: NodeRow) => toValue(toDefinition(services, row));

export const toConnectionText = (services: Services, row: NodeRow): Promise<string> =>
  toYaml(services.apart, toValue(toDefinition(services, row)));

/** Equal for equal definitions; secret values are ignored. */
export const computeConnectionTag = (services: Services, row: NodeRow): number =>
  computeFingerprint(toValue(toDefinition(services, row)));

/** @throws ContractError VALIDATION_FAILED when the repository's file was altered */
export async function readConnectionText(services: Services, text: string): Promise<ConnectionDefinition> {
  const { definition } = await readText(services, text, false);
  const [placed] = definition.connections;
  if (!placed) throw new Error('the file of a source or destination holds none');
  return placed.what;
}

export const toDefinedConnection = (one: ConnectionDefinition | undefined): DefinedConnection => ({
  name: one?.name ?? '',
  templateId: one?.type ?? '',
  description: one?.description ?? '',
  config: one?.config ?? {},
});

export function kindOf({
  base_path: base,
  path,
}: Pick<ChangesetPipelineRow, 'base_path' | 'path'>): RequestedKind | undefined {
  const kind = kindOfPath(path || base);
  return kind === 'PIPELINE' ? undefined : kind;
}

export function listNewSecrets({ catalogue }: Services, templateId: string, config: Config): string[] {
  const isNew = (value: unknown) => value !== undefined && value !== '' && !isSecretSet(value);
  return catalogue.secretFields(templateId).filter((field) => isNew(config[field]));
}

/** The requested configuration for the database: new secrets sealed, kept ones marked. */
export function packConfig(
  services: Services,
  templateId: string,
  config: RequestedConnection['config'],
): string {
  if (!config) return '';
  return JSON.stringify(services.sealer.seal(config, listNewSecrets(services, templateId, config)));
}

/** Secrets in clear; undefined where the configuration stays. */
export const unpackConfig = (
  { sealer }: Pick<Services, 'sealer'>,
  { config }: Pick<ChangesetPipelineRow, 'config'>,
): Config | undefined => (config === '' ? undefined : sealer.open(JSON.parse(config)));

export function toPatch(
  services: Services,
  of: ChangesetPipelineRow,
  { name, description }: ConnectionDefinition,
): ConnectionPatch {
  const config = unpackConfig(services, of);
  return { id: of.pipeline_id, name, description, ...(config ? { config } : {}) };
}
