import { createHash } from 'node:crypto';
import { planImport } from '../../exchange/plan.ts';
import { createProblems } from '../../exchange/problems.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { NodeRow, PipelineRow } from '../../store/schema.ts';
import type { Desired, RemoteEntity } from './definition.ts';

type Stored = { pipelines: PipelineRow[]; nodes: NodeRow[] };

export async function readStoredOfSite(tx: Repositories, siteId: string): Promise<Stored> {
  const siteIds = [siteId];
  const { rows: pipelines } = await tx.pipelines.list({ siteIds, types: ['USER'] });
  const nodes: NodeRow[] = [];
  for (const kind of ['SOURCE', 'SINK'] as const)
    nodes.push(...(await tx.nodes.list({ kind, siteIds })).rows);
  return { pipelines, nodes };
}

/** Changes with every change of what is defined. */
export const computeStoredFingerprint = ({ pipelines, nodes }: Stored): string =>
  createHash('sha1')
    .update(
      JSON.stringify(
        [
          ...pipelines.map((row) => [row.id, row.revision, row.latest_graph_version]),
          ...nodes.map((row) => [row.id, row.revision, row.archive_id]),
        ].sort(),
      ),
    )
    .digest('hex');

const NOUNS = { PIPELINE: 'Pipeline', SOURCE: 'Source', SINK: 'Destination', ALERT_RULE: 'Alert rule' };
const WORDS = { create: 'is not here', update: 'was changed', unchanged: '' };

/**
 * What is stored otherwise than the applied commit has it, and what it does not have.
 * @param read undefined right after the commit was applied: then nothing of it differs
 * @param removed waits for its deletion
 */
export async function listDrift(
  services: Services,
  siteId: string,
  { read, entities }: Pick<Desired, 'entities'> & { read: Desired['read'] | undefined },
  removed: readonly RemoteEntity[],
  { pipelines, nodes }: Stored,
): Promise<string[]> {
  const plan =
    read && (await planImport(services, services.store, createProblems({}), read.definition, { siteId }));
  const differing = [...(plan?.connections ?? []), ...(plan?.pipelines ?? [])].flatMap(
    ({ entry: { kind, name, action } }) =>
      action === 'unchanged' ? [] : `${NOUNS[kind]} '${name}' ${WORDS[action]}`,
  );
  const known = new Set([...entities, ...removed].map(({ kind, name }) => `${kind} ${name}`));
  const more = [
    ...pipelines
      .filter((row) => row.pending_action !== 'DELETE')
      .map(({ name }) => ({ kind: 'PIPELINE' as const, name })),
    ...nodes.map(
      ({ node_type, name }) => ({ kind: node_type === 'SOURCE' ? 'SOURCE' : 'SINK', name }) as const,
    ),
  ].flatMap(({ kind, name }) =>
    known.has(`${kind} ${name}`) ? [] : `${NOUNS[kind]} '${name}' is not in the repository`,
  );
  return [...differing, ...more].sort();
}
