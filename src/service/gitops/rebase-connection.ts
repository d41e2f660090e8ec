import type { Rebase, RequestConflict } from '../../contract/entities/changeset.ts';
import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Draft, emptyDraft, sameData } from '../../graph/draft.ts';
import { mergeThreeWay } from '../../graph/three-way.ts';
import { patchConnection } from '../connections/connections.ts';
import { computeFingerprint } from '../exchange/canonical.ts';
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
import { takeChoices } from './rebase-choices.ts';
import { toPath } from './repository.ts';
import { toFileName } from './stored.ts';

const NODE = 'connection';

/** As a single node, to merge its fields. */
function toDraft(kind: ConnectionKind, { name, type, description, config }: ConnectionDefinition): Draft {
  const node = { id: NODE, nodeType: kind, name, description, templateId: type, config };
  return { ...emptyDraft(''), nodes: { [NODE]: node } };
}

type Texts = { of: ChangesetPipelineRow; kind: ConnectionKind; before: string; after: string };

type Sides = Record<'base' | 'mine' | 'theirs', Draft> & {
  theirText: string;
  conflicts: RequestConflict[];
};

export async function readConnectionSides(
  services: Services,
  { of, kind, before, after }: Texts,
  stored: NodeRow,
): Promise<Sides> {
  const theirText = await toConnectionText(services, stored);
  const read = async (text: string) => toDraft(kind, await readConnectionText(services, text));
  const drafts = { base: await read(before), mine: await read(after), theirs: await read(theirText) };
  const conflicts = mergeThreeWay(drafts).conflicts.map(({ key, field, base, mine, theirs }) => {
    const values = { base, mine, theirs };
    const seen = computeFingerprint(JSON.stringify(values));
    return { pipelineId: of.pipeline_id, key, seen, node: stored.name, field, ...values };
  });
  return { ...drafts, theirText, conflicts };
}

/** Requested fields keep new secrets; the rest is as stored. */
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
  hasChosen: boolean;
};

/**
 * Rebases a changed source or destination field by field, checked as when raised.
 * @throws ContractError CONFLICT when a choice is missing, nothing remains, or it no longer fits
 */
export async function rebaseConnection(
  services: Services,
  texts: Texts,
  stored: NodeRow,
  { asked: choices, now }: { asked: Rebase; now: number },
): Promise<RebasedConnection> {
  const { sealer, store } = services;
  const { of, kind } = texts;
  const { theirText, conflicts, ...sides } = await readConnectionSides(services, texts, stored);
  const merged = mergeThreeWay(sides, takeChoices(conflicts, choices)).merged.nodes[NODE];
  if (!merged) throw new Error('a merged source or destination is gone');
  const mine = sides.mine.nodes[NODE]?.config ?? {};
  const asked = unpackConfig(services, of);
  const kept = sealer.mask(JSON.parse(stored.config));
  const config = toAsked(merged.config, mine, asked, kept);
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
    hasChosen: conflicts.length > 0,
  };
}
