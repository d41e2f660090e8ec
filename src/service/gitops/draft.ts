import {
  REQUESTED_LOOKUPS_MAX,
  REQUESTED_PIPELINES_MAX,
  type RequestedConnection,
  type RequestedNode,
  type RequestedPipeline,
} from '../../contract/entities/changeset.ts';
import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import type { ChangesetDraftRow } from '../store/schema.ts';
import type { RequestedSet } from './asked.ts';

type KeptPipeline = { asked: RequestedPipeline; nodes: RequestedNode[] };

export const isNew = ({ change }: ChangesetDraftRow): boolean => change === 'create';
export const readPipeline = ({ content }: ChangesetDraftRow): KeptPipeline => JSON.parse(content);
export const readConnection = ({ content }: ChangesetDraftRow): RequestedConnection => JSON.parse(content);

export const listCollected = (rows: readonly ChangesetDraftRow[]): Set<string> =>
  new Set(rows.filter(isNew).map(({ entity_id: id }) => id));

export function toSet(
  { sealer }: Pick<Services, 'sealer'>,
  rows: readonly ChangesetDraftRow[],
): RequestedSet {
  const set: RequestedSet = { pipelines: [], connections: [] };
  for (const row of rows) {
    const place = `draft.${row.entity_id}`;
    if (row.kind === 'PIPELINE') {
      const { asked, nodes } = readPipeline(row);
      const placed = nodes.map((node) => ({ node, place: `${place}.nodes` }));
      set.pipelines.push({ asked, isNew: isNew(row), nodes: placed });
      continue;
    }
    const kept = readConnection(row);
    const asked = kept.config ? { ...kept, config: sealer.open(kept.config) } : kept;
    set.connections.push({ asked, isNew: isNew(row), place });
  }
  return set;
}

/** A previously typed secret is stored only in the draft. */
function keepTyped(config: Config, former: Config): Config {
  const isKept = (name: string) => isSecretSet(config[name]) && typeof former[name] === 'string';
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, isKept(name) ? former[name] : value]),
  );
}

/** Additions replace earlier changes of the same thing. */
export function mergeSets(draft: RequestedSet, added: RequestedSet): RequestedSet {
  const pipelineIds = new Set(added.pipelines.map(({ asked }) => asked.pipeline.id));
  const connectionIds = new Set(added.connections.map(({ asked }) => asked.id));
  const formerOf = new Map(draft.connections.map(({ asked }) => [asked.id, asked.config]));
  const connections = added.connections.map((one) => {
    const { config, id } = one.asked;
    const former = formerOf.get(id);
    return config && former ? { ...one, asked: { ...one.asked, config: keepTyped(config, former) } } : one;
  });
  return {
    pipelines: [
      ...draft.pipelines.filter(({ asked }) => !pipelineIds.has(asked.pipeline.id)),
      ...added.pipelines,
    ],
    connections: [...draft.connections.filter(({ asked }) => !connectionIds.has(asked.id)), ...connections],
  };
}

/** @throws ContractError CONFLICT when too large for one pull request */
export function requireSize({ pipelines, connections }: RequestedSet): void {
  const lookups = connections.filter(({ asked }) => asked.kind === 'LOOKUP').length;
  if (lookups > REQUESTED_LOOKUPS_MAX)
    throw new ContractError(
      'CONFLICT',
      `A pull request holds at most ${REQUESTED_LOOKUPS_MAX} lookup tables; this would be ${lookups}. Raise what is collected, then go on`,
    );
  if (pipelines.length <= REQUESTED_PIPELINES_MAX && connections.length <= REQUESTED_PIPELINES_MAX) return;
  throw new ContractError(
    'CONFLICT',
    `A pull request holds at most ${REQUESTED_PIPELINES_MAX} pipelines, and as many sources and destinations; this would be ${pipelines.length} and ${connections.length}. Raise what is collected, or split the text, then go on`,
  );
}
