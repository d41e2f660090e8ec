import { join } from 'node:path';
import { ContractError } from '../../contract/errors.ts';
import { requireEngine } from '../collector-sites/guards.ts';
import { createConnection } from '../connections/connections.ts';
import { requestAction } from '../lifecycle/request.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { saveGraph } from './graphs.ts';
import { createPipeline } from './pipelines.ts';
import { createTransforms } from './transforms.ts';

type Taken = (name: string) => Promise<unknown>;

/** Adds the first free number when the name is taken. */
async function findFreeName(name: string, taken: Taken): Promise<string> {
  if (!(await taken(name))) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!(await taken(candidate))) return candidate;
  }
}

/** Creates it, saves its first version and requests its deployment. */
export async function createExample(
  services: Services,
  tx: Repositories,
  request: { siteId: string; by: string; now: number },
): Promise<PipelineRow> {
  const { siteId, by, now } = request;
  const site = await requireSite(tx, siteId);
  if (site.engine === 'remote')
    throw new ContractError(
      'CONFLICT',
      `The example writes into the data folder of this service, and site '${site.name}' runs on another machine; create the example on a site of this machine`,
    );
  const { examplePipeline } = services.catalogue;
  requireEngine(site, 'The example makes its own events');
  const name = await findFreeName(examplePipeline({ file: '/' }).name, (one) =>
    tx.pipelines.findByName(siteId, one),
  );
  const row = await createPipeline(
    services,
    tx,
    { name, description: '', siteId, pipelineType: 'USER' },
    now,
  );
  const example = examplePipeline({ file: join(services.outputFolder, `${row.id}.ndjson`) });
  await tx.pipelines.update(row.id, { description: example.description });
  const connection = async (kind: 'SOURCE' | 'SINK', part: typeof example.source) => {
    const free = await findFreeName(part.name, (one) => tx.nodes.findByName(kind, siteId, one));
    const input = { ...part, name: free, description: '', siteId };
    return createConnection(services, tx, kind, input, now);
  };
  const source = await connection('SOURCE', example.source);
  const sink = await connection('SINK', example.sink);
  const { rows: transforms } = await createTransforms(
    services,
    tx,
    example.transforms.map((part) => ({ ...part, description: '', pipelineId: row.id })),
    now,
  );
  const chain = [source.id, ...transforms.map((one) => one.id), sink.id];
  const edges = Object.fromEntries(
    chain.slice(0, -1).map((id, index) => [id, { nodeIds: chain.slice(index + 1, index + 2) }]),
  );
  const versionInfo = { pipelineId: row.id, name: 'Example' };
  await saveGraph(
    services,
    tx,
    row,
    { pipelineId: row.id, edges, metaInfo: {}, versionInfo },
    { name: by, now },
  );
  const saved = await tx.pipelines.find(row.id);
  return requestAction(tx, saved ?? row, {
    action: 'DEPLOY',
    graphVersion: 1,
    by,
    now,
    remoteEngines: services.remoteEngines,
    collectorSites: services.collectorSites,
  });
}
