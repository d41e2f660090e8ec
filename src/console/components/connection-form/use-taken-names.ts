import { USAGE_TYPES } from '../../../contract/enums.ts';
import { useCall } from '../../api/use-call.ts';
import type { ConnectionKind } from './kinds.ts';

/** Names of the site's sources or destinations; undefined while they load, empty when they cannot be read. */
export function useTakenNames(
  kind: ConnectionKind,
  siteId: string,
  isWanted: boolean,
): readonly string[] | undefined {
  const query = { siteIds: [siteId], usageTypes: [...USAGE_TYPES], includeConfig: false };
  const isSource = kind === 'source';
  const sources = useCall('listSources', { query }, { enabled: isWanted && isSource, isSuppressed: true });
  const sinks = useCall('listSinks', { query }, { enabled: isWanted && !isSource, isSuppressed: true });
  const { isPending } = isSource ? sources : sinks;
  if (!isWanted || !isPending)
    return ((isSource ? sources.data?.sources : sinks.data?.sinks) ?? []).map(({ name }) => name);
  return undefined;
}
