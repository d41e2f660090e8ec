import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { tool } from './tools.ts';

const VERSION = '0.148.0';
/** A Go proxy may have only some versions of the modules for HEC and Loki. */
const HEC_VERSION = '0.145.0';
export const COLLECTOR = `OpenTelemetry Collector ${VERSION} (HEC and Loki: ${HEC_VERSION})`;

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
const listOf = (modules: readonly string[], version: string) =>
  modules.map((name) => `  - gomod: ${name} v${version}`).join('\n');
const list = (...modules: string[]) => listOf(modules, VERSION);
const listHec = (...modules: string[]) => listOf(modules, HEC_VERSION);
const distOf = (version: string) => `dist:
  name: otelcol
  output_path: .
  version: ${version}
`;
const BUILD = `${distOf(VERSION)}receivers:
${list(
  `${CORE}/receiver/otlpreceiver`,
  `${CONTRIB}/receiver/filelogreceiver`,
  `${CONTRIB}/receiver/kafkareceiver`,
  `${CONTRIB}/receiver/syslogreceiver`,
)}
exporters:
${list(
  `${CORE}/exporter/otlpexporter`,
  `${CORE}/exporter/otlphttpexporter`,
  `${CONTRIB}/exporter/kafkaexporter`,
  `${CONTRIB}/exporter/syslogexporter`,
)}
`;
const BUILD_HEC = `${distOf(HEC_VERSION)}extensions:
${listHec(`${CONTRIB}/extension/ackextension`)}
receivers:
${listHec(
  `${CONTRIB}/receiver/filelogreceiver`,
  `${CONTRIB}/receiver/lokireceiver`,
  `${CONTRIB}/receiver/splunkhecreceiver`,
)}
exporters:
${listHec(`${CORE}/exporter/otlphttpexporter`, `${CONTRIB}/exporter/splunkhecexporter`)}
`;

/**
 * A program that the Collector Builder makes from its plan, for some minutes at first; it stays in `.build/`.
 * @param version of the builder
 */
export function buildFromPlan(name: string, plan: string, version: string): string {
  const folder = join(import.meta.dirname, '../../.build/system', name);
  const [program, path] = [join(folder, 'otelcol'), join(folder, 'builder.yaml')];
  if (existsSync(program) && readFileSync(path, 'utf8') === plan) return program;
  mkdirSync(folder, { recursive: true });
  rmSync(program, { force: true });
  writeFileSync(path, plan);
  const args = ['run', `${CORE}/cmd/builder@v${version}`, '--config', 'builder.yaml'];
  execFileSync(tool('go', 'golang'), args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return program;
}

export const buildCollector = (): string => buildFromPlan(`otelcol-${VERSION}`, BUILD, VERSION);

/** One for HEC and Loki, apart since a Go proxy may lack their modules. */
export const buildHecCollector = (): string =>
  buildFromPlan(`otelcol-hec-${HEC_VERSION}`, BUILD_HEC, HEC_VERSION);

const accepts = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** One Collector process with its files in `folder`. */
export class Collector {
  readonly #folder: string;
  #process: ChildProcess | null = null;

  readonly #program: () => string;

  /** @param program builds it, unless it is there */
  constructor(folder: string, program: () => string = buildCollector) {
    this.#folder = folder;
    this.#program = program;
  }

  /** @param ports waits until it listens on all of them */
  async start(configs: string | readonly string[], ports: readonly number[] = []): Promise<void> {
    const files = [configs].flat().flatMap((config, n) => {
      const path = join(this.#folder, `collector-${n}.yaml`);
      writeFileSync(path, config);
      return ['--config', path];
    });
    this.#process = spawn(this.#program(), files, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PENSTOCK_STORAGE: join(this.#folder, 'storage') },
    });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (part) => appendFileSync(this.#log, part));
    await eventually(() => Promise.all(ports.map(accepts))).catch((error: unknown) => {
      throw new Error(`the Collector does not listen: ${this.log()}`, { cause: error });
    });
  }

  log(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').slice(-4000) : '';
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  get #log(): string {
    return join(this.#folder, 'collector.log');
  }
}
