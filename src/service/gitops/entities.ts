import { mergeRefusal, type RequestFace } from '../../../machines/change-request/index.ts';
import type { Changeset, RequestedChangeKind, RequestedKind } from '../../contract/entities/changeset.ts';
import type { ChangesetStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { REPOSITORY_NOUNS } from '../../contract/requested-change.ts';
import { mayReadNodes } from '../auth/readable.ts';
import { formatTime } from '../clock.ts';
import { readStoredPipelines, type StoredPipeline } from '../exchange/collect.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import { readGitSettings } from '../sites/git.ts';
import type { Repositories } from '../store/index.ts';
import type { ChangesetPipelineRow, ChangesetRow, PipelineRow } from '../store/schema.ts';
import { computeConnectionTag, kindOf } from './connection-text.ts';
import { computeLookupTag } from './lookup-text.ts';
import { computeTagAt, createNameReader, type NameReader } from './names.ts';
import { readKept } from './providers/kept.ts';
import { repositoryOf } from './repository-of.ts';
import { computeTag } from './stored.ts';

export type ReadChangeset = { row: ChangesetRow; pipelines: ChangesetPipelineRow[] };

export const readChange = ({
  base_path: base,
  path,
}: Pick<ChangesetPipelineRow, 'base_path' | 'path'>): RequestedChangeKind =>
  base === '' ? 'create' : path === '' ? 'delete' : 'update';

export const readAuthors = ({ authors }: Pick<ChangesetRow, 'authors'>): string[] =>
  authors === '' ? [] : JSON.parse(authors);

/** Whether the person helped to make the branch's head. */
export const isAuthor = (row: ChangesetRow, { id, email }: { id: string; email: string }): boolean =>
  readAuthors(row).includes(id) || (email !== '' && row.created_by === email);

export const listComingNames = ({ pipelines }: ReadChangeset): Map<string, string> =>
  new Map(
    pipelines.flatMap((of) => (kindOf(of) && of.path !== '' ? [[of.pipeline_id, of.name] as const] : [])),
  );

/** @throws ContractError NOT_FOUND */
export async function requireChangeset(tx: Repositories, id: string): Promise<ReadChangeset> {
  const row = await tx.changesets.find(id);
  if (!row) throw notFound('pull request', id);
  return { row, pipelines: await tx.changesets.pipelinesOf([id]) };
}

type Tags = {
  /** Stored tags by id, without deleted things. */
  tags: Map<string, number>;
  pipelines: Map<string, StoredPipeline>;
};

async function readTags(services: Services, tx: Repositories, ids: ReadonlySet<string>): Promise<Tags> {
  const rows: PipelineRow[] = [];
  const tags = new Map<string, number>();
  for (const id of ids) {
    if (isId(id, 'node')) {
      const node = await tx.nodes.find(id);
      if (node && node.status !== 'DELETED') tags.set(id, computeConnectionTag(services, node));
      continue;
    }
    if (isId(id, 'asset')) {
      const asset = await tx.assets.find(id);
      if (asset) tags.set(id, computeLookupTag(asset));
      continue;
    }
    const row = await tx.pipelines.find(id);
    if (row && row.status !== 'DELETED') rows.push(row);
  }
  const stored = await readStoredPipelines(tx, rows);
  for (const one of stored) tags.set(one.row.id, computeTag(services, one));
  return { tags, pipelines: new Map(stored.map((one) => [one.row.id, one])) };
}

/** Of the branch's head. Self-approval counts only where one person is enough. */
function readApproval(row: ChangesetRow, needsApproval: boolean) {
  const approver = { id: row.approved_by_id, email: row.approved_by };
  const isOutdated = row.approved_commit !== row.head_commit;
  return row.approved_by === '' || isOutdated || (needsApproval && isAuthor(row, approver))
    ? { approvedBy: '', approvedAt: formatTime(0) }
    : { approvedBy: row.approved_by, approvedAt: formatTime(row.approved_at) };
}

/** The current state of what open requests are based on. */
type Stored = {
  tags: ReadonlyMap<string, number>;
  taken: ReadonlySet<string>;
  /** Requests affected only by renamed sources and destinations. */
  renamed: ReadonlySet<ChangesetPipelineRow>;
};

type OpenPart = { row: ChangesetRow; of: ChangesetPipelineRow };

async function listRenamed(
  services: Services,
  tx: Repositories,
  { tags, pipelines }: Tags,
  open: readonly OpenPart[],
): Promise<Set<ChangesetPipelineRow>> {
  const readers = new Map<string, NameReader>();
  const renamed = new Set<ChangesetPipelineRow>();
  for (const { row, of } of open) {
    const stored = pipelines.get(of.pipeline_id);
    if (!stored || of.base_tag === 0 || tags.get(of.pipeline_id) === of.base_tag) continue;
    const place = `${row.site_id} ${row.remote}`;
    const reader = readers.get(place) ?? createNameReader(services, tx, row);
    readers.set(place, reader);
    if ((await computeTagAt(services, stored, reader, row.base_commit)) === of.base_tag) renamed.add(of);
  }
  return renamed;
}

/** Whether the name of a new thing was taken meanwhile. */
export async function isNameTaken(
  tx: Repositories,
  siteId: string,
  of: ChangesetPipelineRow,
): Promise<boolean> {
  const kind = kindOf(of);
  if (kind === 'LOOKUP') {
    const asset = await tx.assets.findByName(of.name);
    return asset !== undefined && asset.id !== of.pipeline_id;
  }
  const found = kind
    ? await tx.nodes.findByName(kind, siteId, of.name, of.pipeline_id)
    : await tx.pipelines.findByName(siteId, of.name, of.pipeline_id);
  return found !== undefined;
}

async function readStored(services: Services, tx: Repositories, open: readonly OpenPart[]): Promise<Stored> {
  const known = open.flatMap(({ of }) => (readChange(of) === 'create' ? [] : of.pipeline_id));
  const taken = new Set<string>();
  for (const { row, of } of open)
    if (readChange(of) === 'create' && (await isNameTaken(tx, row.site_id, of))) taken.add(of.pipeline_id);
  const read = await readTags(services, tx, new Set(known));
  return { tags: read.tags, taken, renamed: await listRenamed(services, tx, read, open) };
}

/** Base of a deletion of something no longer stored: only the branch has it. */
export const GONE = -1;

const hasMoved = ({ tags, taken, renamed }: Stored, of: ChangesetPipelineRow): boolean =>
  readChange(of) === 'create'
    ? taken.has(of.pipeline_id)
    : (tags.get(of.pipeline_id) ?? GONE) !== of.base_tag && !renamed.has(of);

export const nounOf = (of: ChangesetPipelineRow): string => REPOSITORY_NOUNS[kindOf(of) ?? 'PIPELINE'];

export const describeTaken = (of: ChangesetPipelineRow): string =>
  `Another ${nounOf(of)} has the name '${of.name}' by now: withdraw this pull request, and raise it again with another name`;

export const describeGone = ({ name }: ChangesetPipelineRow): string =>
  `'${name}' was deleted in the meantime: withdraw this pull request`;

function describeConflict(
  face: RequestFace,
  pipelines: readonly ChangesetPipelineRow[],
  { tags, taken }: Stored,
): string {
  const gone = pipelines.find((one) => readChange(one) !== 'create' && !tags.has(one.pipeline_id));
  if (gone) {
    const noun = nounOf(gone);
    return `${noun[0]?.toUpperCase()}${noun.slice(1)} '${gone.name}' was deleted since: withdraw this pull request`;
  }
  const named = pipelines.find((one) => taken.has(one.pipeline_id));
  if (named) return describeTaken(named);
  return mergeRefusal(face) ?? '';
}

function describeKept(row: ChangesetRow): Pick<Changeset, 'url' | 'atProvider'> {
  const kept = readKept(row);
  if (!kept) return {};
  const { kind: provider, number, url, state, comments } = kept;
  return { url, atProvider: { provider, number, state, comments } };
}

async function listAskingForTwo(
  { flags }: Pick<Services, 'flags'>,
  tx: Repositories,
  rows: readonly ChangesetRow[],
): Promise<Set<string>> {
  const asking = new Set<string>();
  for (const siteId of new Set(rows.map((row) => row.site_id))) {
    const site = await tx.sites.find(siteId);
    if (site && readGitSettings(flags, site).needsApproval) asking.add(siteId);
  }
  return asking;
}

/** Pipeline readers may read lookup tables. */
export const mayReadRequested = (
  { caller }: Pick<Services, 'caller'>,
  kind: RequestedKind,
  siteId: string,
): boolean => kind === 'LOOKUP' || mayReadNodes(caller, kind, siteId);

/** Open ones are compared with what is stored now. */
export async function toChangesets(
  services: Services,
  tx: Repositories,
  rows: readonly ChangesetRow[],
): Promise<Changeset[]> {
  const pipelines = Map.groupBy(
    await tx.changesets.pipelinesOf(rows.map(({ id }) => id)),
    (one) => one.changeset_id,
  );
  const open = rows.filter(({ status }) => status === 'OPEN');
  const stored = await readStored(
    services,
    tx,
    open.flatMap((row) => (pipelines.get(row.id) ?? []).map((of) => ({ row, of }))),
  );
  const asking = await listAskingForTwo(services, tx, rows);
  return rows.map((row) => {
    const own = pipelines.get(row.id) ?? [];
    const status = row.status as ChangesetStatus;
    const hasConflict = status === 'OPEN' && own.some((one) => hasMoved(stored, one));
    const needsApproval = asking.has(row.site_id);
    const approval = readApproval(row, needsApproval);
    const face = { status, hasConflict, needsApproval, ...approval };
    return {
      id: row.id,
      siteId: row.site_id,
      description: row.description,
      ...face,
      isApprover: approval.approvedBy !== '' && services.caller?.user.id === row.approved_by_id,
      isOwn: services.caller !== undefined && isAuthor(row, services.caller.user),
      commit: row.head_commit,
      reason: hasConflict ? describeConflict(face, own, stored) : row.reason,
      pipelines: own.flatMap((one) =>
        kindOf(one) ? [] : { id: one.pipeline_id, name: one.name, change: readChange(one) },
      ),
      connections: own.flatMap((one) => {
        const kind = kindOf(one);
        return kind && mayReadRequested(services, kind, row.site_id)
          ? { id: one.pipeline_id, kind, name: one.name, change: readChange(one) }
          : [];
      }),
      ...describeKept(row),
      createdBy: row.created_by,
      endedBy: row.ended_by,
      createdAt: formatTime(row.created_at),
      updatedAt: formatTime(row.updated_at),
    };
  });
}

export async function readFace(
  services: Services,
  tx: Repositories,
  { row }: ReadChangeset,
): Promise<Changeset> {
  const [face] = await toChangesets(services, tx, [row]);
  if (!face) throw notFound('pull request', row.id);
  return face;
}

/**
 * Empty for missing files.
 * @throws ContractError NOT_FOUND when the repository lost the commits
 */
export async function readTexts(
  services: Pick<Services, 'repositories'>,
  { row, pipelines }: ReadChangeset,
): Promise<{ before: string; after: string; of: ChangesetPipelineRow }[]> {
  const repository = repositoryOf(services, row);
  const texts: { before: string; after: string; of: ChangesetPipelineRow }[] = [];
  for (const of of pipelines) {
    const read = async (commit: string, path: string) =>
      path === '' ? '' : repository.readFile(commit, path);
    const before = await read(row.base_commit, of.base_path);
    const after = await read(row.head_commit, of.path);
    if (before === undefined || after === undefined)
      throw new ContractError(
        'NOT_FOUND',
        'The repository here does not have the commits of this pull request: merge it where it was raised, if another service keeps it, or withdraw it and raise the change again',
      );
    texts.push({ before, after, of });
  }
  return texts;
}
