import { useCall } from '../../api/use-call.ts';
import { freePortFrom, type PortHolder, portNotices } from './ports.ts';

const NONE: PortHolder[] = [];

/** Ports that sources of the site listen on, whose they are, and the first free one. */
export function usePorts(siteId: string, isSource: boolean, ownId: string | undefined) {
  const { data } = useCall(
    'listSourcePorts',
    { path: { siteId }, query: {} },
    { enabled: isSource, isSuppressed: true },
  );
  const holders = (data?.holders ?? NONE).filter(({ sourceId }) => sourceId !== ownId);
  return {
    freeFrom: (port: number) => freePortFrom(port, holders),
    notices: (config: Record<string, unknown>) => portNotices(config, holders),
  };
}
