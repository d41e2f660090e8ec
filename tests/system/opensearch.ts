import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/engine/components/testing/contexts.ts';
import { eventually } from '../harness/eventually.ts';
import { findClasses } from './maven.ts';
import { tool } from './tools.ts';

const VERSION = '2.19.6';
export const OPENSEARCH = `OpenSearch ${VERSION}`;
const ARTIFACTS = [
  `org.opensearch:opensearch:${VERSION}`,
  `org.opensearch.plugin:transport-netty4-client:${VERSION}`,
  'org.apache.logging.log4j:log4j-core:2.25.4',
];

/** The server's own node, as its launcher starts it, with the one module that speaks HTTP. */
const PROGRAM = `import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

public class Single extends Node {
  Single(Environment environment) {
    super(environment, List.<Class<? extends Plugin>>of(Netty4Plugin.class), true);
  }
  public static void main(String[] args) throws Exception {
    Settings settings = Settings.builder()
      .put("path.home", args[0]).put("http.port", args[1]).put("transport.port", args[2])
      .put("network.host", "127.0.0.1").put("discovery.type", "single-node")
      .put("http.type", "netty4").put("transport.type", "netty4")
      .put("cluster.routing.allocation.disk.threshold_enabled", false).build();
    Environment environment =
      InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), Path.of(args[0]), () -> "single");
    new Single(environment).start();
    Thread.currentThread().join();
  }
}
`;

/** OpenSearch as one process on loopback, with all its files in a folder of its own. */
export class OpenSearch {
  readonly #folder = mkdtempSync(join(tmpdir(), 'opensearch-'));
  readonly #classes = findClasses(this.#folder, ...ARTIFACTS);
  #ports: readonly number[] = [];
  #process: ChildProcess | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.#ports[0]}`;
  }

  async begin(): Promise<void> {
    this.#ports = [await freePort(), await freePort()];
    for (const name of ['config', 'logs']) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, 'Single.java'), PROGRAM);
    await this.start();
  }

  async start(): Promise<void> {
    const program = [join(this.#folder, 'Single.java'), this.#folder, ...this.#ports.map(String)];
    const args = ['-Xmx512m', '-cp', this.#classes, ...program];
    this.#process = spawn(tool('java', 'default-jdk-headless'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (part) => appendFileSync(join(this.#folder, 'log'), part));
    await eventually(() => this.call('GET', '/_cluster/health?wait_for_status=yellow'), 120_000);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @throws Error with its answer when it refuses */
  async call<T>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** All documents, by a number in them. */
  async read(index: string, sort = 'n'): Promise<Record<string, unknown>[]> {
    await this.call('POST', `/${index}/_refresh`);
    type Found = { hits: { hits: { _source: Record<string, unknown> }[] } };
    const { hits } = await this.call<Found>('GET', `/${index}/_search?size=10000&sort=${sort}`);
    return hits.hits.map((hit) => hit._source);
  }
}
