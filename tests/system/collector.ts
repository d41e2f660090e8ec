import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { tool } from './tools.ts';

const VERSION = '0.144.0';
export const COLLECTOR = `OpenTelemetry Collector ${VERSION}`;

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
const list = (...modules: string[]) => modules.map((name) => `  - gomod: ${name} v${VERSION}`).join('\n');
const BUILD = `dist:
  name: otelcol
  output_path: .
  version: ${VERSION}
extensions:
${list(`${CONTRIB}/extension/ackextension`)}
receivers:
${list(
  `${CORE}/receiver/otlpreceiver`,
  `${CONTRIB}/receiver/filelogreceiver`,
  `${CONTRIB}/receiver/kafkareceiver`,
  `${CONTRIB}/receiver/lokireceiver`,
  `${CONTRIB}/receiver/splunkhecreceiver`,
  `${CONTRIB}/receiver/syslogreceiver`,
)}
exporters:
${list(
  `${CORE}/exporter/otlpexporter`,
  `${CORE}/exporter/otlphttpexporter`,
  `${CONTRIB}/exporter/fileexporter`,
  `${CONTRIB}/exporter/kafkaexporter`,
  `${CONTRIB}/exporter/splunkhecexporter`,
  `${CONTRIB}/exporter/syslogexporter`,
)}
`;

/** Builds it with its own builder, for some minutes at first; the program stays in `.build/`. */
export function buildCollector(): string {
  const folder = join(import.meta.dirname, '../../.build/system', `otelcol-${VERSION}`);
  const program = join(folder, 'otelcol');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'builder.yaml'), BUILD);
  const args = ['run', `${CORE}/cmd/builder@v${VERSION}`, '--config', 'builder.yaml'];
  execFileSync(tool('go', 'golang'), args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return program;
}

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
