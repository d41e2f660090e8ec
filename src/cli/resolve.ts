import type { Pipeline } from '../contract/entities/pipeline.ts';
import type { Site } from '../contract/entities/site.ts';
import { PAGE_LIMIT_MAX } from '../contract/limits.ts';
import type { Run } from './command.ts';
import { CliError, EXIT, refusal, usageError } from './exit.ts';

/** Paged calls, and the field with their entries. */
export const LISTS = {
  pipelines: { call: 'listPipelines', field: 'pipelines' },
  sources: { call: 'listSources', field: 'sources' },
  destinations: { call: 'listSinks', field: 'sinks' },
  files: { call: 'listAssets', field: 'assets' },
  sites: { call: 'listSites', field: 'sites' },
  users: { call: 'listUsers', field: 'users' },
} as const;
export type Noun = keyof typeof LISTS;
export const NOUNS = Object.keys(LISTS) as Noun[];

export type Entry = { id: string; name: string } & Record<string, unknown>;

/** Over all pages. */
export async function listAll(
  { client }: Run,
  noun: Noun,
  query: Record<string, unknown> = {},
): Promise<Entry[]> {
  const { call, field } = LISTS[noun];
  const entries: Entry[] = [];
  for (;;) {
    const page = { 'pagination.offset': entries.length, 'pagination.limit': PAGE_LIMIT_MAX };
    const { data } = await client.call(call, { query: { ...query, ...page } });
    const found: Entry[] = Reflect.get(data, field);
    entries.push(...found);
    if (found.length === 0 || entries.length >= data.pagination.totalCount) return entries;
  }
}

const SIMILAR = 5;

export function pick(entries: readonly Entry[], what: string, nameOrId: string): Entry {
  const byId = entries.find(({ id }) => id === nameOrId);
  if (byId) return byId;
  const named = entries.filter(({ name }) => name === nameOrId);
  if (named.length > 1)
    throw usageError(
      `${named.length} ${what}s have the name '${nameOrId}'`,
      'Name one by its id, or add --site',
    );
  if (named[0]) return named[0];
  const wanted = nameOrId.toLowerCase();
  const similar = entries.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, SIMILAR);
  const others = similar.length > 0 ? similar : entries.slice(0, SIMILAR);
  throw refusal(
    `There is no ${what} '${nameOrId}'`,
    others.length > 0
      ? `Name one of those there are, such as ${others.map(({ name }) => `'${name}'`).join(', ')}`
      : `There is none that you can see`,
  );
}

/** Falls back to ids where the API key may not read sites. */
export async function readSiteNames(run: Run): Promise<(siteId: string) => string> {
  try {
    const names = new Map((await listAll(run, 'sites')).map(({ id, name }) => [id, name]));
    return (siteId) => names.get(siteId) ?? siteId;
  } catch (error) {
    if (error instanceof CliError && error.problem.exit === EXIT.notPermitted) return (siteId) => siteId;
    throw error;
  }
}

export async function askedSite(run: Run): Promise<Site | undefined> {
  const asked = run.option('site');
  if (asked === undefined) return undefined;
  return pick(await listAll(run, 'sites'), 'site', asked) as unknown as Site;
}

/** The site of `--site`, or the only one. */
export async function requireSite(run: Run): Promise<Site> {
  const asked = await askedSite(run);
  if (asked) return asked;
  const sites = await listAll(run, 'sites');
  const [only] = sites;
  if (only && sites.length === 1) return only as unknown as Site;
  throw usageError(
    'There are several sites',
    `Name one with --site: ${sites.map(({ name }) => `'${name}'`).join(', ')}`,
  );
}

/** By name or id, on the site of `--site` or on all. */
export async function findPipelines(run: Run, names: readonly string[]): Promise<Pipeline[]> {
  const site = await askedSite(run);
  const entries = await listAll(run, 'pipelines', site ? { siteIds: [site.id] } : {});
  return names.map((name) => pick(entries, 'pipeline', name) as unknown as Pipeline);
}

export async function findPipeline(run: Run): Promise<Pipeline> {
  const [pipeline] = await findPipelines(run, run.positionals.slice(0, 1));
  if (!pipeline) throw usageError('Name a pipeline');
  return pipeline;
}
