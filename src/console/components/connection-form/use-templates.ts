import type { Template } from '../../../contract/entities/template.ts';
import { useCall } from '../../api/use-call.ts';
import type { ConnectionKind } from './kinds.ts';

const HOUR_MS = 3_600_000;
const NONE: Template[] = [];

type Wanted = {
  /** Lists need the kinds alone: their forms are most of the answer. */
  hasForms?: boolean;
  isWanted?: boolean;
};

/** Templates change only with the product's version. */
export function useTemplates(
  kind: ConnectionKind,
  siteId: string,
  { hasForms = true, isWanted = true }: Wanted = {},
): { templates: Template[]; isLoading: boolean } {
  const isSource = kind === 'source';
  const query = hasForms ? { siteId } : { siteId, includeConfigFormat: false };
  const sources = useCall(
    'listSourceTemplates',
    { query },
    { enabled: isWanted && isSource, staleTime: HOUR_MS },
  );
  const sinks = useCall(
    'listSinkTemplates',
    { query },
    { enabled: isWanted && !isSource, staleTime: HOUR_MS },
  );
  const templates = isSource ? sources.data?.sourceTemplates : sinks.data?.sinkTemplates;
  return { templates: templates ?? NONE, isLoading: (isSource ? sources : sinks).isPending };
}
