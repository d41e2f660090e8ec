import type { EditorEvent, NewNode } from '../../../../../machines/pipeline-editor/index.ts';
import { applicableProperties, defaultValues, listProperties } from '../../../../contract/config-format.ts';
import type { Sink, Source } from '../../../../contract/entities/node.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import { freeName } from '../../../../contract/values.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { predecessorsOf, successorsOf } from '../../../../graph/walk.ts';
import type { Place } from '../scope.ts';
import { findFormProblems } from './form-problems.ts';
import type { Catalogue } from './use-catalogue.ts';

function createTransform(template: Template, draft: Draft, siteVersion: string): NewNode {
  const config = defaultValues(applicableProperties(listProperties(template.configFormat), siteVersion));
  const problems = findFormProblems(template.configFormat, config, siteVersion);
  const names = Object.values(draft.nodes).map((node) => node.name);
  return {
    nodeType: 'TRANSFORM',
    name: freeName(template.name, names),
    templateId: template.id,
    templateName: template.name,
    config,
    ...(problems.length > 0 ? { formProblems: problems } : {}),
  };
}

/** Its configuration stays in its own record. */
export const toPlacedNode = (
  kind: 'source' | 'sink',
  entity: Pick<Source | Sink, 'id' | 'name' | 'templateId' | 'templateName'>,
): NewNode => ({
  id: entity.id,
  nodeType: kind === 'source' ? 'SOURCE' : 'SINK',
  name: entity.name,
  templateId: entity.templateId,
  templateName: entity.templateName,
  config: {},
});

/** `choice` is like `transform:filter` or `sink:2…`; undefined when it no longer exists. */
export function findNodeOfChoice(choice: string, draft: Draft, catalogue: Catalogue): NewNode | undefined {
  const [kind, id] = choice.split(':');
  if (kind === 'transform') {
    const template = catalogue.templates.find((one) => one.nodeType === 'TRANSFORM' && one.id === id);
    return template && createTransform(template, draft, catalogue.siteVersion);
  }
  if (kind === 'source') {
    const source = catalogue.sources.find((one) => one.id === id);
    return source && toPlacedNode('source', source);
  }
  const sink = catalogue.sinks.find((one) => one.id === id);
  return sink && toPlacedNode('sink', sink);
}

/** Default place of a destination: after the last node without outputs, else the source. */
function findOpenEnd(draft: Draft): string | undefined {
  const ends = Object.values(draft.nodes).filter((node) => node.nodeType !== 'SINK');
  const loose = ends.findLast((node) => successorsOf(draft, node.id).length === 0);
  return (loose ?? ends.find((node) => node.nodeType === 'SOURCE'))?.id;
}

/** A source is connected to all nodes without inputs. */
export function toAdditionEvent(node: NewNode, place: Place, draft: Draft): EditorEvent {
  const { afterId, toId, output, isBranch } = place;
  if (afterId !== undefined && toId !== undefined)
    return { type: 'graph.node.insert', node, fromId: afterId, toId };
  if (node.nodeType === 'SOURCE') {
    const starts = Object.values(draft.nodes).filter((one) => predecessorsOf(draft, one.id).length === 0);
    return { type: 'graph.node.add', node, leadsTo: starts.map(({ id }) => id) };
  }
  const after = afterId ?? findOpenEnd(draft);
  if (after === undefined) return { type: 'graph.node.add', node };
  const way = { ...(output ? { output } : {}), ...(isBranch ? { isBranch } : {}) };
  return { type: 'graph.node.add', node, afterId: after, ...way };
}
