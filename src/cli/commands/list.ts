import { getDisplay } from '../../../machines/pipeline-lifecycle/index.ts';
import { ASSET_TYPE_NAMES } from '../../contract/entities/asset.ts';
import { EMPTY_TIME } from '../../contract/limits.ts';
import type { CliCommand } from '../command.ts';
import { describeHealth, type Healths, readHealths } from '../health.ts';
import { jsonText, table } from '../output.ts';
import { askedSite, type Entry, LISTS, listAll, NOUNS, type Noun, readSiteNames } from '../resolve.ts';

/** From other lists. */
type More = { nameOf: (siteId: string) => string; healths: Healths };
type Column = readonly [title: string, value: (entry: Entry, more: More) => string];

const text = (field: string) => (entry: Entry) => String(entry[field] ?? '');
const time = (field: string) => (entry: Entry) => (entry[field] === EMPTY_TIME ? '-' : text(field)(entry));
const version = (field: string) => (entry: Entry) => (entry[field] ? `v${entry[field]}` : '-');

const SITE: Column = ['SITE', ({ siteId }, { nameOf }) => nameOf(String(siteId))];

const CONNECTION: readonly Column[] = [
  ['NAME', text('name')],
  SITE,
  ['TYPE', text('templateName')],
  ['STATUS', text('status')],
  ['LAST EVENT', time('lastAlive')],
  ['ID', text('id')],
];

const COLUMNS: Record<Noun, readonly Column[]> = {
  pipelines: [
    ['NAME', text('name')],
    SITE,
    ['STATUS', (entry) => getDisplay(entry as unknown as Parameters<typeof getDisplay>[0]).label],
    ['HEALTH', ({ id }, { healths }) => describeHealth(healths.get(id))],
    ['DEPLOYED', version('deployedGraphVersion')],
    ['LATEST', version('latestGraphVersion')],
    [
      'OPTIMIZED',
      ({ percentDataOptimized: share }) => (typeof share === 'number' ? `${share.toFixed(1)} %` : '-'),
    ],
    ['ID', text('id')],
  ],
  sources: CONNECTION,
  destinations: CONNECTION,
  files: [
    ['NAME', text('name')],
    ['TYPE', ({ assetType }) => ASSET_TYPE_NAMES[assetType as keyof typeof ASSET_TYPE_NAMES]],
    ['BYTES', text('sizeBytes')],
    ['ID', text('id')],
  ],
  sites: [
    ['NAME', text('name')],
    ['STATUS', text('status')],
    ['ENGINE', text('engineState')],
    ['ID', text('id')],
  ],
  users: [
    ['NAME', text('name')],
    ['EMAIL', text('email')],
    ['ROLES', ({ roles }) => (roles as { name: string }[]).map(({ name }) => name).join(', ')],
    ['ID', text('id')],
  ],
};

/** Lists with a site filter. */
const OF_SITES: readonly Noun[] = ['pipelines', 'sources', 'destinations', 'files'];

export const list: CliCommand = {
  name: 'list',
  summary: 'List pipelines, sources, destinations, files, sites or users.',
  calls: [...NOUNS.map((noun) => LISTS[noun].call), 'listHealth'],
  positionals: [{ name: 'WHAT', description: 'What to list.', choices: NOUNS }],
  options: {},
  examples: ['list pipelines', 'list sources --json'],
  async run(run) {
    const noun = run.positionals[0] as Noun;
    const site = await askedSite(run);
    const entries = await listAll(run, noun, site && OF_SITES.includes(noun) ? { siteIds: [site.id] } : {});
    if (run.isJson) return run.write(jsonText(entries));
    if (entries.length === 0) return run.note(`There are no ${noun}\n`);
    const columns = COLUMNS[noun];
    const siteIds = noun === 'pipelines' ? entries.map(({ siteId }) => String(siteId)) : [];
    const nameOf = columns.includes(SITE) ? await readSiteNames(run) : String;
    const more: More = { nameOf, healths: await readHealths(run, siteIds) };
    const rows = entries.map((entry) => columns.map(([, value]) => value(entry, more)));
    run.write(
      table(
        columns.map(([title]) => title),
        rows,
      ),
    );
  },
};
