import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProductApi } from '../../harness/api.ts';
import { eventually } from '../../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../../harness/pipelines.ts';
import { freePort, type Product } from '../../harness/product.ts';

const EVENTS_PER_REQUEST = 50;
/** Keeps everything in one file. */
const ONE_FILE = 2 ** 40;

export type Numbered = { port: number; built: Built; output: string };

/** @param name of the pipeline and its file; by default its buffer mode */
export async function deployNumbered(
  product: Product,
  mode: 'memory' | 'disk',
  name: string = mode,
): Promise<Numbered> {
  const api = new ProductApi(product.url);
  const port = await freePort();
  const output = join(product.dataFolder, `${name}.ndjson`);
  const rules = [{ field: 'level', operator: 'equals', value: 'debug' }];
  const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
  const built = await buildPipeline(api, await api.siteId(), {
    name: `Through ${name}`,
    source: { name: `In ${name}`, templateId: 'http_server', config: { port } },
    transforms: [
      {
        name: 'Drop debug',
        templateId: 'filter',
        config: { action: 'drop', match: { match: 'all', rules } },
      },
    ],
    sinks: [
      {
        name: `Out ${name}`,
        templateId: 'file',
        config: { path: output, format: 'ndjson', buffer, maxFileBytes: ONE_FILE },
      },
    ],
  });
  await deployPipeline(api, built);
  return { port, built, output };
}

export async function post(port: number, ids: readonly string[]): Promise<boolean> {
  const body = ids.map((id) => JSON.stringify({ id, level: 'info', text: 'x'.repeat(60) })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** Sends numbered events until disconnected or `stop`; records those acknowledged with 200. */
export async function sendUntilRefused(
  port: number,
  sender: string,
  acknowledged: Set<string>,
  stop: () => boolean = () => false,
): Promise<void> {
  for (let request = 0; !stop(); request++) {
    const ids = Array.from({ length: EVENTS_PER_REQUEST }, (_, index) => `${sender}-${request}-${index}`);
    try {
      if (await post(port, ids)) for (const id of ids) acknowledged.add(id);
    } catch {
      return;
    }
  }
}

/** Waits until the port listens again: the source starts with the engine, after the API. */
export const listening = (port: number): Promise<unknown> =>
  eventually(() => fetch(`http://127.0.0.1:${port}/`), 60_000);

/** Event ids in file order, without a line cut off by a kill. */
export const deliveredIds = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.endsWith('}') ? [(JSON.parse(line) as { id: string }).id] : []));
