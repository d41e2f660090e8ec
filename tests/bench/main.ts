/**
 * `npm run bench`: prints figures beside their budgets and saves them as JSON. Absolute figures move
 * with the machine; compare ratios, and runs on one machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { benchBrowser } from './browser.ts';
import { benchEngine } from './engine.ts';
import { printBrowser } from './report.ts';
import { benchTable, printTable } from './table.ts';

const OUTPUT = resolve(import.meta.dirname, '../../.build/bench.json');

const row = (what: string, figure: string, budget: string) =>
  console.log(`${what.padEnd(52)}${figure.padStart(16)}   ${budget}`);
const perSecond = (rate: number | null) => (rate === null ? '—' : `${Math.round(rate / 1000)}k/s`);
const times = (ratio: number | null) => (ratio === null ? '—' : `${ratio.toFixed(2)}x`);

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
  console.log(
    `\nEngine: TCP → parse JSON → drop debug → file, ${engine.lines} lines of about 290 bytes, medians of three`,
  );
  row('Penstock, memory buffer', perSecond(engine.penstockMemory), 'must 3.2x syslog-ng (1.5x rsyslog)');
  row('Penstock, durable buffer (fsync before acknowledgement)', perSecond(engine.penstockDurable), '');
  row('syslog-ng, same work', perSecond(engine.syslogNg), '');
  row('memory buffer over syslog-ng', times(engine.memoryOverSyslogNg), 'must >= 3.2x');
  row('durable buffer over syslog-ng', times(engine.durableOverSyslogNg), '');
  row('durable over memory', times(engine.durableOverMemory), 'budget >= 0.60x');
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

mkdirSync(resolve(OUTPUT, '..'), { recursive: true });
writeFileSync(OUTPUT, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\nSaved as ${OUTPUT}`);
