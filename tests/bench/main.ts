/**
 * `npm run bench`: prints measurements beside their budgets and saves them as JSON. Compare ratios, or runs
 * on one machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { PROGRAM_FOLDER } from '../../src/program/built-module.ts';
import { refreshProgram } from '../../src/program/refresh.ts';
import { benchAlerts } from './alerts.ts';
import { benchAssistant, printAssistant } from './assistant.ts';
import { benchBrowser } from './browser.ts';
import { benchEngine, printEngine } from './engine.ts';
import { benchFirstLoad, printFirstLoad } from './first-load.ts';
import { benchServices } from './fleet-services.ts';
import { benchFleets } from './fleets.ts';
import { benchGraph, printGraph } from './graph.ts';
import { benchIsolation, printIsolation } from './isolation.ts';
import { benchList, printList } from './list.ts';
import { benchLogSearch } from './log-search.ts';
import { benchPreview, printPreview } from './preview.ts';
import { benchRedact } from './redact.ts';
import { printBrowser } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchSearch } from './search.ts';
import { benchSearchBeside } from './search-beside.ts';
import { benchSources, printSources } from './sources.ts';
import { benchTable, printTable } from './table.ts';
import { benchTimeSeries } from './timeseries.ts';
import { benchTransforms } from './transforms.ts';
import { benchWatching, printWatching } from './watching.ts';

const OUTPUT = resolve(import.meta.dirname, '../../.build/bench.json');

// Engines run from the built program, as in the product.
process.env[PROGRAM_FOLDER] = await refreshProgram(resolve(import.meta.dirname, '../..'));

const row = (what: string, figure: string, budget: string) =>
  console.log(`${what.padEnd(52)}${figure.padStart(16)}   ${budget}`);
const perSecond = (rate: number) => `${Math.round(rate / 1000)}k/s`;

const asked = process.argv.slice(2);
const wants = (part: string) => asked.length === 0 || asked.includes(part);
const results: Record<string, unknown> = {
  at: new Date().toISOString(),
  node: process.version,
  cpus: cpus().length,
};

if (wants('engine')) {
  const engine = await benchEngine();
  results.engine = engine;
  printEngine(engine, row);
}
if (wants('isolation')) {
  const isolation = await benchIsolation();
  results.isolation = isolation;
  printIsolation(isolation, row);
}
if (wants('redact')) {
  const redact = benchRedact();
  results.redact = redact;
  console.log('\nRedact: five detectors on Apache access lines of about 205 bytes, per second of CPU time');
  row('something found in every line (IPv4)', perSecond(redact.everyLine), '');
  row('something found in one line of fifty', perSecond(redact.oneInFifty), '');
}
if (wants('transforms')) {
  const transforms = await benchTransforms();
  results.transforms = transforms;
  console.log('\nTransforms with state, on events of about 190 bytes, CPU seconds per million events');
  for (const [what, seconds] of Object.entries(transforms)) row(what, `${seconds.toFixed(2)} s`, '');
}
if (wants('sources')) {
  const sources = await benchSources();
  results.sources = sources;
  printSources(sources, row);
}
if (wants('preview')) {
  const preview = await benchPreview();
  results.preview = preview;
  printPreview(preview, row);
}
if (wants('assistant')) {
  const assistant = await benchAssistant();
  results.assistant = assistant;
  printAssistant(assistant, row);
}
if (wants('first-load')) {
  const firstLoad = await benchFirstLoad();
  results.firstLoad = firstLoad;
  printFirstLoad(firstLoad, row);
}
if (wants('browser')) {
  const browser = await benchBrowser();
  results.browser = browser;
  printBrowser(browser, row);
}
if (wants('table')) {
  const table = await benchTable();
  results.table = table;
  printTable(table, row);
}
if (wants('graph')) {
  const graph = await benchGraph();
  results.graph = graph;
  printGraph(graph, row);
}
if (wants('list')) {
  const list = await benchList();
  results.list = list;
  printList(list, row);
}
if (wants('search')) {
  const search = await benchSearch(row);
  results.search = search;
  row('load of the machine', (search.at(-1)?.loadAverage ?? 0).toFixed(1), '');
}
if (wants('log-search')) {
  const logSearch = await benchLogSearch();
  results.logSearch = logSearch;
  console.log('\nLog Search over a million lines; 1x / 4x throttled');
  const both = (read: 'median' | 'p95') =>
    `${Math.round(logSearch.cpu1x[read])} / ${Math.round(logSearch.cpu4x[read])} ms`;
  row('key to first row, 120 ms of waiting included', both('median'), '1x: must 200 ms');
  row('the same, p95', both('p95'), '');
}
if (wants('search-beside')) {
  const beside = await benchSearchBeside();
  results.searchBeside = beside;
  console.log('\nEngine (TCP JSON, drop 30%, file) beside searches of archives');
  row('throughput alone', perSecond(beside.eventsPerSecond), '');
  row('while archives are searched', `${(beside.whileSearching * 100).toFixed(0)} %`, 'must 90 %');
  row('while indexes are built', `${(beside.whileIndexing * 100).toFixed(0)} %`, 'must 90 %');
}
if (wants('timeseries')) {
  const timeseries = await benchTimeSeries(row);
  results.timeseries = timeseries;
  row('load of the machine', timeseries.loadAverage.toFixed(1), '');
}
if (wants('requests')) {
  const requests = await benchRequests(row);
  results.requests = requests;
  row('load of the machine', requests.loadAverage.toFixed(1), '');
}
if (wants('fleets')) {
  const services = Number(process.env.PENSTOCK_BENCH_SERVICES ?? 1);
  const fleets = services > 1 ? await benchServices(row, services) : await benchFleets(row);
  results[services > 1 ? 'fleetServices' : 'fleets'] = fleets;
  row('load of the machine', fleets.loadAverage.toFixed(1), '');
}
if (wants('alerts')) results.alerts = await benchAlerts(row);
// Takes twenty minutes, so only when it is named.
if (asked.includes('watching')) {
  const watching = await benchWatching();
  results.watching = watching;
  printWatching(watching, row);
}

mkdirSync(resolve(OUTPUT, '..'), { recursive: true });
writeFileSync(OUTPUT, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\nSaved as ${OUTPUT}`);
