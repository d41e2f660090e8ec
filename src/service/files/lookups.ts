import { readFile } from 'node:fs/promises';
import { REPOSITORY_LOOKUP_MAX_BYTES } from '../../contract/entities/asset.ts';
import { FileFault, inspectFile } from '../../engine/port.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { AssetRow } from '../store/schema.ts';
import { type ContentStore, computeSha256, type Received } from './content.ts';

const LOOKUP = 'LOOK_UP_DATA';

/** The file's sites; all when it names none. */
export const listSitesOf = async (tx: Pick<Repositories, 'sites'>, row: AssetRow): Promise<string[]> => {
  const own: string[] = JSON.parse(row.site_ids);
  return own.length > 0 ? own : (await tx.sites.list()).map(({ id }) => id);
};

/** Whether a lookup table belongs to this site alone; shared ones are in no repository. */
export async function isLookupOf(tx: Repositories, row: AssetRow, siteId: string): Promise<boolean> {
  if (row.asset_type !== LOOKUP) return false;
  const sites = await listSitesOf(tx, row);
  return sites.length === 1 && sites[0] === siteId;
}

const fitsRepository = ({ size_bytes: size }: AssetRow): boolean => size <= REPOSITORY_LOOKUP_MAX_BYTES;

export async function listLookupsOf(tx: Repositories, siteId: string): Promise<AssetRow[]> {
  const { rows } = await tx.assets.list({ siteIds: [siteId], assetTypes: [LOOKUP] });
  const own: AssetRow[] = [];
  for (const row of rows) if (fitsRepository(row) && (await isLookupOf(tx, row, siteId))) own.push(row);
  return own;
}

/** Content as uploaded; undefined once missing from the data folder. */
export const readLookup = async (content: ContentStore, row: AssetRow): Promise<string | undefined> => {
  try {
    return await readFile(content.pathOf(row.sha256), 'utf8');
  } catch {
    return undefined;
  }
};

export const describeLookupLimit = (): string =>
  `a lookup table of a repository has at most ${REPOSITORY_LOOKUP_MAX_BYTES / 1000} KB; an API key uploads a larger one`;

export const measureLookup = (content: string): { sha256: string; sizeBytes: number } => {
  const bytes = Buffer.from(content);
  return { sha256: computeSha256(bytes), sizeBytes: bytes.length };
};

export const receiveLookup = (
  { content: store }: Pick<Services, 'content'>,
  content: string,
): Promise<Received> =>
  store.receive(
    (async function* () {
      yield Buffer.from(content);
    })(),
    Number.POSITIVE_INFINITY,
  );

/**
 * Checks a text like an upload.
 * @returns its stored summary, or the problem
 */
export async function inspectLookup(
  services: Pick<Services, 'content'>,
  content: string,
): Promise<{ summary: string } | { fault: string }> {
  if (Buffer.byteLength(content) > REPOSITORY_LOOKUP_MAX_BYTES)
    return { fault: `The table is too large: ${describeLookupLimit()}` };
  const received = await receiveLookup(services, content);
  try {
    return { summary: JSON.stringify(await inspectFile(received.path, LOOKUP)) };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { fault: error.message };
  } finally {
    await services.content.discard(received);
  }
}

type Made = { content: string; summary: string; name: string };

export function makeLookupRow(
  { content, summary, name }: Made,
  {
    stored,
    id,
    siteId,
    by,
    now,
  }: { stored?: AssetRow | undefined; id: string; siteId: string; by: string; now: number },
): AssetRow {
  const { sha256, sizeBytes } = measureLookup(content);
  return {
    id: stored?.id ?? id,
    name: stored?.name ?? name,
    asset_type: LOOKUP,
    // A table for all becomes the site's whose repository has it.
    site_ids: JSON.stringify([siteId]),
    size_bytes: sizeBytes,
    sha256,
    summary,
    revision: (stored?.revision ?? 0) + 1,
    created_at: stored?.created_at ?? now,
    updated_at: now,
    updated_by: by,
  };
}

/**
 * Moves contents into place while `store` runs, then removes unused ones.
 * @param former SHA-256 of replaced or deleted contents
 */
export async function withContents<T>(
  services: Pick<Services, 'content' | 'store' | 'log'>,
  contents: readonly string[],
  former: () => readonly string[],
  store: () => Promise<T>,
): Promise<T> {
  const { content, store: stored, log } = services;
  const isUsed = (sha256: string) => stored.assets.isContentUsed(sha256);
  const received: Received[] = [];
  for (const one of contents) received.push(await receiveLookup(services, one));
  const done = await content.keepAll(received, store, isUsed);
  for (const sha256 of former())
    await content
      .release(sha256, isUsed)
      .catch((error: unknown) => log.error({ err: error }, 'a file that is used no more stays'));
  return done;
}
