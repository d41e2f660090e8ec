import type { NewNode } from '../../../../../machines/pipeline-editor/index.ts';
import { freeName } from '../../../../contract/values.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { findNodeOfChoice } from './additions.ts';
import type { Change } from './change.ts';
import { findNodeOfComponent } from './draft-from-graph.ts';
import { findFormProblems } from './form-problems.ts';
import type { Catalogue } from './use-catalogue.ts';

export const NO_SUCH_NODE = 'The version on screen does not have that node; show the deployed version';

type Placed = { node: NewNode; afterId: string };

/** @throws Error with the reason when the graph does not allow it */
export function toNodeChange(
  { templateId, name, config }: Change,
  { draft, componentId, catalogue }: { draft: Draft; componentId: string; catalogue: Catalogue },
): Placed {
  const after = findNodeOfComponent(draft, componentId);
  if (!after) throw new Error(NO_SUCH_NODE);
  const node = findNodeOfChoice(`transform:${templateId}`, draft, catalogue);
  if (!node) throw new Error(`The transform '${templateId}' is not there on this site`);
  const template = catalogue.templates.find((one) => one.nodeType === 'TRANSFORM' && one.id === templateId);
  const whole = { ...node.config, ...config };
  const { formProblems: _defaults, ...rest } = node;
  const problems = findFormProblems(template?.configFormat, whole, catalogue.siteVersion);
  return {
    node: {
      ...rest,
      name: freeName(
        name,
        Object.values(draft.nodes).map((one) => one.name),
      ),
      config: whole,
      ...(problems.length > 0 ? { formProblems: problems } : {}),
    },
    afterId: after.id,
  };
}
