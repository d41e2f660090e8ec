import { reads } from '../../contract/calls/define.ts';
import type { NodeType } from '../../contract/enums.ts';
import { type Principal, permits } from './permissions.ts';

const RESOURCES = { SOURCE: 'SOURCES', SINK: 'SINKS', TRANSFORM: 'PIPELINES' } as const;

/**
 * Whether the caller may read what nodes of that type are set to. A pipeline shows the names and types of its nodes to
 * whoever may read it, and no more. The service itself, without a caller, reads everything.
 */
export const mayReadNodes = (caller: Principal | undefined, nodeType: NodeType, siteId: string): boolean =>
  !caller || permits(caller, reads(RESOURCES[nodeType]), siteId) === true;

/** Names of pipelines for a message: those the caller may read, and that there are others. */
export function listReadableNames(
  caller: Principal | undefined,
  pipelines: readonly { name: string; site_id: string }[],
): string {
  const names = pipelines
    .filter((row) => mayReadNodes(caller, 'TRANSFORM', row.site_id))
    .map(({ name }) => `'${name}'`);
  const hidden = pipelines.length - names.length;
  const others = hidden === 1 ? 'a pipeline you cannot see' : `${hidden} pipelines you cannot see`;
  return [...names, ...(hidden === 0 ? [] : [others])].join(', ');
}
