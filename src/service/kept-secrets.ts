import { listProperties } from '../contract/config-format.ts';
import type { Config } from '../contract/entities/common.ts';
import type { NodeType } from '../contract/enums.ts';
import type { ErrorDetail } from '../contract/errors.ts';
import { checkKeptSecrets } from '../contract/kept-secrets.ts';
import type { Catalogue, ConfigCheck } from './catalogue.ts';
import { withoutColumns } from './store/query.ts';
import type { Sealer } from './store/sealing.ts';

/** Rule of a secret bound to something else; attempts are audited. */
export const SECRET_BOUND = 'secret_bound';

export const listConfigProperties = (catalogue: Catalogue, nodeType: NodeType, templateId: string) =>
  listProperties(catalogue.findTemplate(nodeType, templateId)?.configFormat);

type Sent = { nodeType: NodeType; templateId: string; config: Config };

type Tools = { catalogue: Catalogue; sealer: Sealer };

/**
 * Fills in stored secrets for `{set: true}`, valid or not, but only for the address they were given for;
 * `bound` lists the others.
 * @param stored secrets sealed
 */
export function fillInKept(
  { catalogue, sealer }: Tools,
  { nodeType, templateId, config }: Sent,
  stored: Config,
): { kept: Config; bound: ErrorDetail[] } {
  const properties = listConfigProperties(catalogue, nodeType, templateId);
  const { problems, dropped } = checkKeptSecrets(properties, stored, config);
  const sent = dropped.reduce<Config>((left, name) => withoutColumns(left, name), config);
  const bound = problems.map(({ field, message }): ErrorDetail => ({ field, rule: SECRET_BOUND, message }));
  const isBound = (name: string) => bound.some(({ field }) => field === name);
  const secrets = catalogue.secretFields(templateId);
  const kept = sealer.keep(
    sent,
    secrets.filter((name) => !isBound(name)),
    stored,
  );
  return { kept, bound };
}

/**
 * Fills in stored secrets, then validates.
 * @param stored secrets sealed
 */
export function validateWithKept(tools: Tools, sent: Sent, stored: Config): ConfigCheck {
  const { catalogue } = tools;
  const { nodeType, templateId } = sent;
  const { kept, bound } = fillInKept(tools, sent, stored);
  const isBound = (name: string) => bound.some(({ field }) => field === name);
  if (bound.length === 0) return catalogue.validateConfig(nodeType, templateId, kept);
  // A mask is no text: other faults are found with a placeholder.
  const filled = { ...kept, ...Object.fromEntries(bound.map(({ field }) => [field, 'x'.repeat(8)])) };
  const others = catalogue.validateConfig(nodeType, templateId, filled).details ?? [];
  return { details: [...bound, ...others.filter(({ field }) => !isBound(field))] };
}
