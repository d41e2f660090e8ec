import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Draft, emptyDraft, sameData } from '../../graph/draft.ts';
import { mergeThreeWay } from '../../graph/three-way.ts';
import { patchConnection } from '../connections/connections.ts';
import type { ConnectionDefinition } from '../exchange/model.ts';
import type { Services } from '../services.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { ChangesetPipelineRow, NodeRow } from '../store/schema.ts';
import {
  computeConnectionTag,
  packConfig,
  readConnectionText,
  toConnectionText,
  unpackConfig,
} from './connection-text.ts';
import { nounOf } from './entities.ts';
import { toPath } from './repository.ts';
import { toFileName } from './stored.ts';

const NODE = 'connection';

/** One node, so that fields are merged as those of a node are. */
function toDraft(kind: ConnectionKind, { name, type, description, config }: ConnectionDefinition): Draft {
  const node = { id: NODE, nodeType: kind, name, description, templateId: type, config };
  return { ...emptyDraft(''), nodes: { [NODE]: node } };
}

type Sides = { base: ConnectionDefinition; mine: ConnectionDefinition; theirs: ConnectionDefinition };

/** @throws ContractError CONFLICT naming the fields that both changed differently */
function merge(of: ChangesetPipelineRow, kind: ConnectionKind, { base, mine, theirs }: Sides) {
  const drafts = { base: toDraft(kind, base), mine: toDraft(kind, mine), theirs: toDraft(kind, theirs) };
  const { merged, conflicts } = mergeThreeWay(drafts);
  if (conflicts.length > 0) {
    const fields = conflicts.map(({ field }) => `'${field.replace(/^config\./, '')}'`).join(', ');
    throw new ContractError(
      'CONFLICT',
      `Both changed ${fields} of the ${nounOf(of)} '${theirs.name}': withdraw this pull request, and make the change on top of what is stored now`,
    );
  }
  return merged.nodes[NODE];
}

/** A field of the request comes as it was asked for, with its new secret; the rest as it is stored. */
function toAsked(merged: Config, mine: Config, asked: Config | undefined, stored: Config): Config {
  const isMine = (name: string) => asked !== undefined && sameData(merged[name], mine[name]);
  return Object.fromEntries(
    Object.keys(merged).map((name) => [name, isMine(name) ? asked?.[name] : stored[name]]),
  );
}

export type RebasedConnection = {
  of: ChangesetPipelineRow;
  name: string;
  basePath: string;
  path: string;
  text: string;
  baseTag: number;
  config: string;
};

/**
 * A changed source or destination onto what is stored now, field by field, checked as when it was raised.
 * @throws ContractError CONFLICT when both changed a field, nothing remains, or it does not fit any more
 */
export async function rebaseConnection(
  services: Services,
  {
    of,
    kind,
    before,
    after,
  }: { of: ChangesetPipelineRow; kind: ConnectionKind; before: string; after: string },
  stored: NodeRow,
  now: number,
): Promise<RebasedConnection> {
  const { sealer, store } = services;
  const theirText = await toConnectionText(services, stored);
  const [base, mine, theirs] = [
    await readConnectionText(services, before),
    await readConnectionText(services, after),
    await readConnectionText(services, theirText),
  ];
  const merged = merge(of, kind, { base, mine, theirs });
  if (!merged) throw new Error('a merged source or destination is gone');
  const asked = unpackConfig(services, of);
  const kept = sealer.mask(JSON.parse(stored.config));
  const config = toAsked(merged.config, mine.config, asked, kept);
  const { name, description = '' } = merged;
  const patch = { id: stored.id, name, description, config };
  const row = await patchConnection(services, store, kind, patch, '*', now).catch((error: unknown) => {
    if (!(error instanceof ContractError)) throw error;
    const message = `Both changes of '${stored.name}' together do not work: ${error.message}. Withdraw this pull request, and raise it again`;
    throw new ContractError('CONFLICT', message, error.details ? { details: error.details } : {});
  });
  const text = await toConnectionText(services, row.after);
  const hasNewSecret = Object.entries(config).some(
    ([field, value]) => isSecretSet(kept[field]) && !isSecretSet(value),
  );
  if (text === theirText && !hasNewSecret)
    throw new ContractError(
      'CONFLICT',
      `Nothing remains to change in '${stored.name}': withdraw this pull request`,
    );
  return {
    of,
    name,
    basePath: toPath(kind, toFileName(stored)),
    path: toPath(kind, toFileName({ id: stored.id, name })),
    text,
    baseTag: computeConnectionTag(services, stored),
    config: packConfig(services, stored.template_id, config),
  };
}
