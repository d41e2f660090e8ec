import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import { inFlowOrder } from './canonical.ts';
import { readText } from './exchange.ts';
import { keyOf, type NodeDefinition } from './model.ts';
import { connectionsOfSite } from './plan.ts';

function definedNode(
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
    templateName: catalogue.templateOf(nodeType, templateId)?.name ?? templateId,
    description: own?.description ?? '',
    config: own?.config ?? {},
    notes,
    disabled,
    to,
    ...(outputs ? { outputs } : {}),
  };
}

/**
 * The graphs that a text describes, each along its flow; nothing is stored, and configurations are as written.
 * @throws ContractError VALIDATION_FAILED naming line, column, path and rule of each fault.
 */
export async function definedPipelines(
  services: Services,
  tx: Repositories,
  text: string,
  siteId: string,
): Promise<DefinedPipeline[]> {
  const { definition } = await readText(text, false);
  const rows = await connectionsOfSite(tx, siteId);
  return definition.pipelines.map(({ what }) => {
    const { name, description, nodes } = what;
    const ordered = inFlowOrder(nodes);
    const looped = nodes.filter((node) => !ordered.includes(node));
    return {
      name,
      description,
      nodes: [...ordered, ...looped].map((node) => definedNode(services, node, rows.get(keyOf(node)))),
    };
  });
}
