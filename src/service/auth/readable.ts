import { reads } from '../../contract/calls/define.ts';
import type { NodeType } from '../../contract/enums.ts';
import { type Principal, permits } from './permissions.ts';

const RESOURCES = { SOURCE: 'SOURCES', SINK: 'SINKS', TRANSFORM: 'PIPELINES' } as const;

/**
 * Whether the caller may read settings of such nodes; pipeline readers see only names and types. Without a
 * caller, the service itself may.
 */
export const mayReadNodes = (caller: Principal | undefined, nodeType: NodeType, siteId: string): boolean =>
  !caller || permits(caller, reads(RESOURCES[nodeType]), siteId) === true;

/** For messages: readable pipeline names, and that there are others. */
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
