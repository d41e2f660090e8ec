import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, removeFolder, startProduct, throwAwayFolder } from '../harness/product.ts';
import { writeJsonLines } from './lines.ts';
import { countLines, lastWriteAt, median, sendFile } from './load.ts';

const LINES = Number(process.env.PENSTOCK_BENCH_LINES ?? 1_000_000);
const RUNS = 3;

type Load = { input: string; kept: number; keptBytes: number };

/** Sends the input once more; the output must then hold exactly that many lines more. */
const measure = async (load: Load, port: number, output: string, run: number): Promise<number> => {
  const startedAt = Date.now();
  await sendFile(load.input, port);
  const endedAt = await lastWriteAt(output, (run + 1) * load.keptBytes);
  const lines = countLines(output) - run * load.kept;
  if (lines !== load.kept) throw new Error(`${output} holds ${lines} new lines, expected ${load.kept}`);
  return (LINES * 1000) / (endedAt - startedAt);
};

const measureRuns = async (load: Load, port: number, output: string): Promise<number[]> => {
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) rates.push(await measure(load, port, output, run));
  return rates;
};

async function runPenstock(folder: string, load: Load, bufferMode: 'disk' | 'memory'): Promise<number[]> {
  const product = await startProduct({ dataFolder: throwAwayFolder() });
  try {
    const api = new ProductApi(product.url);
    const port = await freePort();
    const output = join(folder, `penstock-${bufferMode}.ndjson`);
    const built = await buildPipeline(api, await api.siteId(), {
      name: `bench ${bufferMode}`,
      source: { name: 'tcp', templateId: 'tcp', config: { port } },
      transforms: [
        { name: 'parse', templateId: 'parse_json', config: {} },
        {
          name: 'drop debug',
          templateId: 'filter',
          config: {
            action: 'drop',
            match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
          },
        },
      ],
      sinks: [
        {
          name: 'file',
          templateId: 'file',
          config: {
            path: output,
            format: 'ndjson',
            maxFileBytes: 100_000_000_000,
            buffer: { mode: bufferMode, maxBytes: 1_000_000_000, whenFull: 'block' },
          },
        },
      ],
    });
    await deployPipeline(api, built);
    return await measureRuns(load, port, output);
  } finally {
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

const syslogConfig = (port: number, output: string) => `@version: 3.35
options { stats-freq(0); log-msg-size(65536); keep-hostname(yes); use-dns(no); threaded(yes); time-reopen(1); log-fifo-size(100000); chain-hostnames(no); keep-timestamp(no); };
source s { network(ip(127.0.0.1) port(${port}) transport(tcp) flags(no-parse) log-iw-size(20000) log-fetch-limit(1000) max-connections(10)); };
parser p { json-parser(prefix(".j.")); };
filter f { not match("debug" value(".j.level") type(string)); };
destination d { file("${output}" template("\${MESSAGE}\\n") flush-lines(1000)); };
log { source(s); parser(p); filter(f); destination(d); flags(flow-control); };
`;

async function runSyslogNg(folder: string, load: Load): Promise<number[]> {
  const port = await freePort();
  const output = join(folder, 'syslog-ng.log');
  const config = join(folder, 'syslog-ng.conf');
  writeFileSync(config, syslogConfig(port, output));
  const files = ['-f', config, '-R', join(folder, 'p'), '-p', join(folder, 'pid'), '-c', join(folder, 'ctl')];
  const child = spawn('syslog-ng', ['-F', '--no-caps', ...files], { stdio: 'ignore' });
  try {
    await eventually(async () => {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        });
        socket.once('error', reject);
      });
    });
    return await measureRuns(load, port, output);
  } finally {
    child.kill('SIGTERM');
  }
}

export type EngineFigures = {
  lines: number;
  penstockDurable: number;
  penstockMemory: number;
  syslogNg: number | null;
  durableOverSyslogNg: number | null;
  memoryOverSyslogNg: number | null;
  durableOverMemory: number;
};

/** Events per second through TCP → parse JSON → drop debug → file, beside syslog-ng doing the same; medians of three. */
export async function benchEngine(): Promise<EngineFigures> {
  const folder = throwAwayFolder();
  mkdirSync(folder, { recursive: true });
  try {
    const input = join(folder, 'input.ndjson');
    const load = { input, ...writeJsonLines(input, LINES) };
    const installed = spawnSync('syslog-ng', ['--version'], { stdio: 'ignore' }).status === 0;
    if (!installed)
      console.log('engine: syslog-ng is not installed (Debian: syslog-ng-core); its side is left out');
    const memory = median(await runPenstock(folder, load, 'memory'));
    const peer = installed ? median(await runSyslogNg(folder, load)) : null;
    const durable = median(await runPenstock(folder, load, 'disk'));
    const over = (rate: number) => (peer === null ? null : rate / peer);
    return {
      lines: LINES,
      penstockDurable: durable,
      penstockMemory: memory,
      syslogNg: peer,
      durableOverSyslogNg: over(durable),
      memoryOverSyslogNg: over(memory),
      durableOverMemory: durable / memory,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
