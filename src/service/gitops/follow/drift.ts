import { createHash } from 'node:crypto';
import { planImport } from '../../exchange/plan.ts';
import { createProblems } from '../../exchange/problems.ts';
import { listLookupsOf } from '../../files/lookups.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../../store/schema.ts';
import type { FileKind } from '../repository.ts';
import type { Desired, RemoteEntity } from './definition.ts';

type Stored = { pipelines: PipelineRow[]; nodes: NodeRow[]; lookups: AssetRow[] };

export async function readStoredOfSite(tx: Repositories, siteId: string): Promise<Stored> {
  const siteIds = [siteId];
  const { rows: pipelines } = await tx.pipelines.list({ siteIds, types: ['USER'] });
  const nodes: NodeRow[] = [];
  for (const kind of ['SOURCE', 'SINK'] as const)
    nodes.push(...(await tx.nodes.list({ kind, siteIds })).rows);
  return { pipelines, nodes, lookups: await listLookupsOf(tx, siteId) };
}

/** Changes with every definition. */
export const computeStoredFingerprint = ({ pipelines, nodes, lookups }: Stored): string =>
  createHash('sha1')
    .update(
      JSON.stringify(
        [
          ...pipelines.map((row) => [row.id, row.revision, row.latest_graph_version]),
          ...nodes.map((row) => [row.id, row.revision, row.archive_id]),
          ...lookups.map((row) => [row.id, row.revision]),
        ].sort(),
      ),
    )
    .digest('hex');

const NOUNS = { PIPELINE: 'Pipeline', SOURCE: 'Source', SINK: 'Destination', LOOKUP: 'Lookup table' };
const WORDS = { missing: 'is not here', changed: 'was changed', extra: 'is not in the repository' };

/** `missing`: only on the branch. `extra`: only stored. */
export type Drifted = {
  kind: FileKind;
  name: string;
  how: keyof typeof WORDS;
  id: string;
};

/**
 * Differences between stored state and applied commit.
 * @param read undefined right after applying, when nothing differs
 * @param removed pending deletion
 */
export async function findDrift(
  services: Services,
  siteId: string,
  { read, entities }: Pick<Desired, 'entities'> & { read: Desired['read'] | undefined },
  removed: readonly RemoteEntity[],
  { pipelines, nodes, lookups }: Stored,
): Promise<Drifted[]> {
  const plan =
    read && (await planImport(services, services.store, createProblems({}), read.definition, { siteId }));
  const differing: Drifted[] = [];
  for (const { entry, stored } of [
    ...(plan?.lookups ?? []),
    ...(plan?.connections ?? []),
    ...(plan?.pipelines ?? []),
  ]) {
    const { kind, name, action } = entry;
    if (action === 'unchanged' || kind === 'ALERT_RULE') continue;
    const id = stored ? ('row' in stored ? stored.row.id : stored.id) : '';
    differing.push({ kind, name, how: action === 'create' ? 'missing' : 'changed', id });
  }
  const known = new Set([...entities, ...removed].map(({ kind, name }) => `${kind} ${name}`));
  const all: Drifted[] = [
    ...lookups.map(({ id, name }) => ({ kind: 'LOOKUP' as const, name, how: 'extra' as const, id })),
    ...pipelines
      .filter((row) => row.pending_action !== 'DELETE')
      .map(({ id, name }) => ({ kind: 'PIPELINE' as const, name, how: 'extra' as const, id })),
    ...nodes.map(({ id, node_type: type, name }) => ({
      ...{
        kind: type === 'SOURCE' ? ('SOURCE' as const) : ('SINK' as const),
        name,
        how: 'extra' as const,
        id,
      },
    })),
  ];
  return [...differing, ...all.filter(({ kind, name }) => !known.has(`${kind} ${name}`))];
}

export const listDrift = async (...asked: Parameters<typeof findDrift>): Promise<string[]> =>
  (await findDrift(...asked)).map(({ kind, name, how }) => `${NOUNS[kind]} '${name}' ${WORDS[how]}`).sort();
