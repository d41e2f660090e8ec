import { canDeploy, canDo, getDisplay, getNextVersion } from '../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import { parseErrorText } from '../../contract/errors.ts';
import type { CliCommand, Run } from '../command.ts';
import { describeHealth, readHealths } from '../health.ts';
import { facts, jsonText } from '../output.ts';
import { askedSite, type Entry, listAll, pick, readSiteNames } from '../resolve.ts';

const NOUNS = {
  pipeline: 'pipelines',
  source: 'sources',
  destination: 'destinations',
  file: 'files',
} as const;
type Shown = keyof typeof NOUNS;

const INTENTS = [
  ['pause', 'PAUSE'],
  ['bypass', 'BYPASS'],
  ['resume', 'RESUME'],
  ['cancel', 'CANCEL'],
] as const;

const versionText = (version: number): string => (version > 0 ? `v${version}` : 'none');

/** A pipeline's facts, and possible actions or why not. */
async function pipelineFacts(run: Run, pipeline: Pipeline): Promise<[string, string][]> {
  const version = getNextVersion(pipeline);
  const answers: [string, true | string][] = [
    ['deploy', canDeploy(pipeline, version)],
    ...INTENTS.map(([verb, intent]): [string, true | string] => [verb, canDo(pipeline, intent)]),
  ];
  const nameOf = await readSiteNames(run);
  const health = (await readHealths(run, [pipeline.siteId])).get(pipeline.id);
  const { title } = parseErrorText(pipeline.lastError);
  return [
    ['Name', pipeline.name],
    ['Id', pipeline.id],
    ['Description', pipeline.description],
    ['Site', nameOf(pipeline.siteId)],
    ['Status', getDisplay(pipeline).label],
    ['Health', describeHealth(health)],
    ...(health?.reasons ?? []).map(({ nodeName, text }): [string, string] => [
      'Why',
      nodeName === '' ? text : `${nodeName}: ${text}`,
    ]),
    ['Deployed version', versionText(pipeline.deployedGraphVersion)],
    ['Latest version', versionText(pipeline.latestGraphVersion)],
    ...(title === '' ? [] : [['Last error', title] as [string, string]]),
    ...answers.map(([verb, may]): [string, string] => [`Can ${verb}`, may === true ? 'yes' : `no: ${may}`]),
  ];
}

const entryFacts = (entry: Entry): [string, string][] =>
  Object.entries(entry).map(([field, value]) => [
    field,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);

export const show: CliCommand = {
  name: 'show',
  summary:
    'Show one pipeline, source, destination or file; for a pipeline also what can be done with it now.',
  calls: ['listPipelines', 'listSources', 'listSinks', 'listAssets', 'listSites', 'listHealth'],
  positionals: [
    { name: 'KIND', description: 'What it is.', choices: Object.keys(NOUNS) },
    { name: 'NAME', description: 'Its name or id.' },
  ],
  options: {},
  examples: ["show pipeline 'web logs'", 'show source syslog --json'],
  async run(run) {
    const [kind, name = ''] = run.positionals;
    const site = await askedSite(run);
    const entries = await listAll(run, NOUNS[kind as Shown], site ? { siteIds: [site.id] } : {});
    const entry = pick(entries, kind ?? '', name);
    if (run.isJson) return run.write(jsonText(entry));
    run.write(
      facts(kind === 'pipeline' ? await pipelineFacts(run, entry as unknown as Pipeline) : entryFacts(entry)),
    );
  },
};
