import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import { sortByFlow } from './canonical.ts';
import { readText } from './exchange.ts';
import { formatKey, type NodeDefinition } from './model.ts';
import { readConnectionsByKey } from './plan.ts';

function toDefinedNode(
  { catalogue }: Services,
  node: NodeDefinition,
  row: NodeRow | undefined,
): DefinedPipeline['nodes'][number] {
  const { nodeType, name, notes, disabled, to, outputs, own } = node;
  const templateId = own?.type ?? row?.template_id ?? '';
  return {
    nodeType,
    name,
    id: row?.id ?? '',
    templateId,
    templateName: catalogue.findTemplate(nodeType, templateId)?.name ?? templateId,
    description: own?.description ?? '',
    config: own?.config ?? {},
    notes,
    disabled,
    to,
    ...(outputs ? { outputs } : {}),
  };
}

/**
 * Graphs of a text in flow order; stores nothing.
 * @throws ContractError VALIDATION_FAILED with line, column, path and rule of each fault
 */
export async function listDefinedPipelines(
  services: Services,
  tx: Repositories,
  text: string,
  siteId: string,
): Promise<DefinedPipeline[]> {
  const { definition } = await readText(services, text, false);
  const stored = await readConnectionsByKey(tx, siteId);
  const rows = new Map(
    [...stored].filter(([, { node_type: kind }]) =>
      mayReadNodes(services.caller, kind === 'SOURCE' ? 'SOURCE' : 'SINK', siteId),
    ),
  );
  return definition.pipelines.map(({ what }) => {
    const { name, description, nodes } = what;
    const ordered = sortByFlow(nodes);
    const looped = nodes.filter((node) => !ordered.includes(node));
    return {
      name,
      description,
      nodes: [...ordered, ...looped].map((node) => toDefinedNode(services, node, rows.get(formatKey(node)))),
    };
  });
}
