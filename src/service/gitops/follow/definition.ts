import { ContractError } from '../../../contract/errors.ts';
import { type ReadText, readText } from '../../exchange/exchange.ts';
import type { PlacedDefinition } from '../../exchange/model.ts';
import type { Services } from '../../services.ts';
import type { FileKind } from '../repository.ts';
import { RemoteProblem } from './problem.ts';
import type { RemoteFile } from './tree.ts';

export type RemoteEntity = { kind: FileKind; name: string; path: string; id: string };

export type Desired = { read: ReadText; entities: Omit<RemoteEntity, 'id'>[] };

const ONE = {
  PIPELINE: 'one pipeline',
  SOURCE: 'one source',
  SINK: 'one destination',
  LOOKUP: 'one lookup table',
} as const satisfies Record<FileKind, string>;

const CORRECT = 'Correct the file, and push it';

async function readFile(services: Services, { path, text }: RemoteFile): Promise<PlacedDefinition> {
  try {
    return (await readText(services, text, false)).definition;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new RemoteProblem(`'${path}': ${error.message}`, CORRECT);
  }
}

/**
 * Merges a commit's files into one definition, so that a pipeline may name a new source.
 * @throws RemoteProblem naming the file
 */
export async function readDesired(services: Services, files: readonly RemoteFile[]): Promise<Desired> {
  const definition: PlacedDefinition = { alerts: [], connections: [], files: [], lookups: [], pipelines: [] };
  const entities: Desired['entities'] = [];
  const seen = new Map<string, string>();
  for (const file of files) {
    const { kind, path } = file;
    const { alerts, connections, files: named, lookups, pipelines } = await readFile(services, file);
    const held = [
      ...connections.map(({ what }) => what.kind),
      ...pipelines.map(() => 'PIPELINE'),
      ...lookups.map(() => 'LOOKUP'),
    ];
    if (held.length !== 1 || held[0] !== kind || alerts.length > 0)
      throw new RemoteProblem(`'${path}' must hold ${ONE[kind]} and nothing else`, CORRECT);
    const [first] = [...connections, ...pipelines, ...lookups];
    const name = first?.what.name ?? '';
    const other = seen.get(`${kind} ${name}`);
    if (other !== undefined)
      throw new RemoteProblem(
        `'${path}' and '${other}' both hold '${name}'`,
        'Give one of them another name',
      );
    seen.set(`${kind} ${name}`, path);
    for (const { what } of connections) definition.connections.push({ what, path: [path] });
    for (const { what, nodePaths } of pipelines) {
      const inside = nodePaths.map((one) => [path, ...one.slice(2)]);
      definition.pipelines.push({ what, path: [path], nodePaths: inside });
    }
    for (const { what } of lookups) definition.lookups.push({ what, path: [path] });
    definition.files.push(...named);
    entities.push({ kind, name, path });
  }
  return { read: { definition, positions: {} }, entities };
}
