// Slow: compiles the commands of every screen.
import { beforeAll, expect, test } from 'vitest';
import { listCommandRows, type PaletteCommand } from '../../machines/command-palette/index.ts';
import { registry } from '../../src/console/app/commands.ts';
import type { CommandContext } from '../../src/console/commands/context.ts';
import { createTypeRow } from '../../src/console/commands/palette/entities.ts';
import { listPaletteCommands } from '../../src/console/commands/palette/palette-commands.ts';
import { SYNONYMS } from '../../src/console/commands/palette/synonyms.ts';
import { templates } from '../../src/engine/components/catalogue.ts';

/** On a screen without a list or a graph: commands of other screens are listed with their reason. */
const NOWHERE = {
  path: '/profile',
  search: '',
  navigate: () => undefined,
  site: { id: '1', name: 'Local', isManagedByGit: false },
  sites: [],
  actors: {},
  scopes: {},
} as unknown as CommandContext;

let rows: PaletteCommand[];
beforeAll(async () => {
  await registry.complete();
  rows = [
    ...listPaletteCommands(registry, NOWHERE, undefined).map(({ spec }) => spec),
    ...templates('SOURCE').map((one) => createTypeRow('Source', one)),
    ...templates('SINK').map((one) => createTypeRow('Destination', one)),
  ];
}, 180_000);

/** The command expected first, or several that may be, and what people type for it. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  'pipeline.pause': ['pause', 'stop', 'halt', 'pasue', 'pause pipeline', 'suspend', 'puase'],
  'pipeline.resume': ['resume', 'unpause', 'continue'],
  'pipeline.deploy': ['deploy', 'publish', 'ship', 'launch', 'go live', 'deply'],
  'pipeline.forceDeploy': ['force deploy', 'restart'],
  'pipeline.bypass': ['bypass', 'passthrough', 'raw', 'bypas'],
  'pipeline.cancelAction': ['cancel deployment', 'abort'],
  'pipeline.delete': ['delete pipeline', 'remove pipeline', 'destroy'],
  'pipeline.edit': ['edit pipeline', 'change pipeline', 'modify'],
  'pipeline.create': ['new pipeline', 'create pipeline', 'add pipeline'],
  'pipelines.import': ['import', 'import pipelines', 'upload yaml'],
  'pipelines.export': ['export', 'export pipeline', 'backup', 'expotr'],
  'edit.undo': ['undo', 'take back'],
  'edit.redo': ['redo'],
  'versions.restore edit.undo': ['revert'],
  'versions.restore pipeline.deploy': ['rollback'],
  'versions.restore': ['roll back', 'restore version', 'previous version'],
  'versions.compare': ['compare', 'compare versions'],
  'versions.compare preview.face': ['diff'],
  'pipeline.versions': ['version history'],
  'graph.rename site.open': ['rename'],
  'graph.duplicate': ['duplicate'],
  'graph.duplicate alertRule.clone': ['clone'],
  'graph.copy': ['copy node'],
  'graph.remove': ['delete node'],
  'graph.addAfter': ['add transform', 'add node'],
  'graph.toggle': ['disable node'],
  'errors.ignore graph.toggle': ['mute'],
  'graph.merge': ['merge'],
  'graph.find': ['find node'],
  'graph.zoomIn': ['zoom in'],
  'graph.zoomOut': ['zoom out'],
  'graph.fit': ['zoom to fit'],
  'edit.saveDraft': ['save draft', 'save changes', 'save pipeline'],
  'edit.cancel': ['discard changes'],
  'edit.nextProblem': ['validate'],
  'preview.toggle preview.rerun': ['dry run'],
  'preview.toggle': ['simulate'],
  'preview.capture source.capture': ['capture', 'tap'],
  'preview.test': ['run tests', 'unit test'],
  'list.sort': ['sort', 'sort by name', 'order by'],
  'list.search': ['find row', 'search the list'],
  'filters.open': ['filter the list', 'narrow'],
  'filters.reset': ['clear filters', 'reset filters'],
  'list.exportCsv': ['export csv', 'excel'],
  'list.columns': ['hide column', 'choose columns'],
  'list.density': ['compact'],
  'list.selectAll graph.pickAll': ['select all'],
  'list.clearSelection graph.clearPicked': ['clear selection'],
  'list.copyRows': ['copy row'],
  'list.copyCell': ['copy cell'],
  'errors.acknowledge notifications.acknowledge': ['ack', 'dismiss', 'mark as read'],
  'errors.acknowledgeAll errors.acknowledgeComponent notifications.acknowledgeAll errors.acknowledgeSite': [
    'acknowledge all',
  ],
  'errors.ignore': ['ignore errors'],
  'errors.ignore alertSilence.create': ['silence'],
  'alertSilence.create': ['maintenance', 'new silence'],
  'console.toggleTheme': ['dark mode', 'light mode', 'theme', 'night', 'toggle theme', 'themee'],
  'console.logout': ['logout', 'log out', 'log off', 'loguot'],
  'console.help': ['keyboard', 'hotkeys', 'help', 'cheat sheet', 'shortcuts'],
  'view.reload': ['refresh', 'reload'],
  'view.copyLink': ['share', 'copy link', 'url'],
  'time.select': ['time range', 'last 15 minutes', 'yesterday', 'today'],
  'time.custom': ['custom range', 'date picker'],
  'time.custom time.filter': ['calendar'],
  'time.reset': ['reset time'],
  'time.explain': ['what changed', 'root cause', 'what happened'],
  'site.select': ['switch site', 'change site'],
  'site.create': ['new site', 'create site', 'add site'],
  'site.delete': ['delete site'],
  'site.join-token': ['join token'],
  'site.setPrice': ['price', 'cost'],
  'apiKey.create': ['new api key', 'create api key', 'token'],
  'apiKey.rotate': ['rotate key'],
  'apiKey.revoke': ['revoke key'],
  'role.create': ['new role', 'create role', 'permissions'],
  'user.invite': ['invite user', 'add user', 'new user'],
  'user.disable': ['disable user'],
  'user.delete': ['delete user'],
  'file.upload': ['upload file', 'lookup table', 'geoip', 'csv'],
  'macros.record': ['record macro', 'automate'],
  'keys.change': ['change keys', 'remap', 'rebind'],
  'keys.characterKeys': ['single character keys'],
  'pipeline.dataInsights': ['data insights', 'optimize', 'analyze', 'reduce'],
  'pipeline.errors': ['errors', 'pipeline errors', 'failures'],
  'pipeline.analytics': ['analytics', 'throughput', 'metrics'],
  'pipeline.overview': ['overview', 'diagram'],
  'go.dashboard': ['dashboard', 'home', 'dahsboard'],
  'go.pipelines': ['pipelines'],
  'go.sources': ['sources', 'inputs', 'souces'],
  'go.destinations': ['destinations', 'outputs', 'sinks'],
  'go.monitoring': ['monitoring', 'monitring'],
  'go.sites': ['sites'],
  'go.files': ['files'],
  'go.notifications console.notifications': ['notifications'],
  'go.alerts': ['alerts'],
  'go.audit': ['audit', 'audit log'],
  'go.apiKeys': ['api keys'],
  'go.sso': ['sso', 'single sign-on'],
  'go.users': ['users'],
  'go.roles': ['roles'],
  'go.userProfile profile.you': ['profile', 'account'],
  'example.create preview.example': ['example', 'demo'],
  'example.create': ['tutorial', 'getting started'],
  'pipeline.lifecycle': ['lifecycle'],
  'source.create source.createOfType': ['add source', 'new source'],
  'destination.create destination.createOfType': ['add destination', 'new destination'],
  'source.enableArchival': ['archive'],
  'source.test': ['test source'],
  'destination.test': ['test destination'],
  'pipeline.outline': ['outline'],
  'pipeline.unit': ['show bytes', 'events or bytes'],
  'add:Source:syslog': ['syslog', 'syslog source', 'add syslog', 'new syslog'],
  'add:Source:fluent': ['fluent'],
  'add:Source:beats': ['beats', 'add beats'],
  'add:Source:relp add:Destination:relp': ['relp'],
  'add:Source:http_server': ['http source'],
  'add:Source:tcp': ['tcp'],
  'add:Source:udp': ['udp'],
  'add:Source:s3 add:Destination:s3': ['s3'],
  'add:Source:kafka add:Destination:kafka': ['kafka'],
  'add:Destination:s3': ['s3 output'],
  'add:Source:splunk_hec add:Destination:splunk_hec': ['splunk'],
  'add:Destination:loki': ['loki'],
  'add:Destination:elasticsearch': ['elastic', 'send to elasticsearch'],
  'add:Destination:blackhole': ['blackhole'],
  'add:Source:otlp add:Destination:otlp_http': ['otlp'],
};

const EACH = Object.entries(PHRASES).flatMap(([ids, phrases]) =>
  phrases.map((phrase) => [phrase, ids] as const),
);

test('palette: there are at least 150 phrases', () => expect(EACH.length).toBeGreaterThanOrEqual(150));

test.each(EACH)("palette: '%s' leads to %s", (phrase, ids) => {
  const [first] = listCommandRows(rows, phrase, {}, 0);
  expect(ids.split(' ')).toContain(first?.id);
});

test('palette: synonyms are those of commands', () => {
  const known = new Set(registry.commands.map(({ id }) => id));
  expect(Object.keys(SYNONYMS).filter((id) => !known.has(id))).toEqual([]);
});

test('palette: a command with a shorter title is found by its name in lists', () => {
  const there = { ...NOWHERE, scopes: { assistant: {} } } as unknown as CommandContext;
  const specs = listPaletteCommands(registry, there, undefined).map(({ spec }) => spec);
  const [first] = listCommandRows(specs, 'undo what the assistant changed', {}, 0);
  expect(first).toMatchObject({ id: 'assistant.undo', title: 'Undo' });
});

test("palette: beside a list with rows 'csv' saves it", () => {
  const list = { name: 'Query', isEmpty: false, selectedCount: 0 };
  const there = { ...NOWHERE, scopes: { list } } as unknown as CommandContext;
  const specs = listPaletteCommands(registry, there, undefined).map(({ spec }) => spec);
  for (const typed of ['csv', 'CSV', 'save as csv', 'export csv'])
    expect(listCommandRows(specs, typed, {}, 0)[0]?.id, typed).toBe('list.exportCsv');
});
