import { DEFINITION_FORMAT } from '../../contract/calls/exchange.ts';
import type { DefinedConnection } from '../../contract/entities/changeset.ts';
import { computeFingerprint } from '../exchange/canonical.ts';
import { readText } from '../exchange/exchange.ts';
import type { LookupDefinition } from '../exchange/model.ts';
import { toYaml } from '../exchange/yaml/jobs.ts';
import { readLookup } from '../files/lookups.ts';
import type { Services } from '../services.ts';
import type { AssetRow } from '../store/schema.ts';

export const toLookupText = (
  services: Pick<Services, 'apart'>,
  { name, content }: LookupDefinition,
): Promise<string> => toYaml(services.apart, { format: DEFINITION_FORMAT, lookups: [{ name, content }] });

export const computeLookupTag = ({ name, sha256 }: Pick<AssetRow, 'name' | 'sha256'>): number =>
  computeFingerprint([name, sha256]);

/** Undefined once its content is missing from the data folder. */
export async function toStoredLookupText(services: Services, row: AssetRow): Promise<string | undefined> {
  const content = await readLookup(services.content, row);
  return content === undefined ? undefined : toLookupText(services, { name: row.name, content });
}

/** @throws ContractError VALIDATION_FAILED when the repository's file was altered */
export async function readLookupText(services: Services, text: string): Promise<LookupDefinition> {
  const { definition } = await readText(services, text, false);
  const [placed] = definition.lookups;
  if (!placed) throw new Error('the file of a lookup table holds none');
  return placed.what;
}

/** Non-empty lines, including the header. */
export const countLines = (content: string): number =>
  content.split('\n').filter((line) => line !== '').length;

/** Shown beside the text, which has the content. */
export const toDefinedLookup = (one: LookupDefinition | undefined): DefinedConnection => ({
  name: one?.name ?? '',
  templateId: '',
  description: '',
  config: one
    ? {
        lines: countLines(one.content),
        bytes: Buffer.byteLength(one.content),
      }
    : {},
});
