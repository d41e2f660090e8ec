import { useMemo } from 'react';
import type { FilterBarDefinition, Selection } from '../../../../machines/filter-bar/index.ts';
import type { DeadLetterGroupEntry } from '../../../contract/entities/dead-letter.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { useOpenSpan } from '../../components/time-filter/use-happened-within.ts';
import type { Option } from '../../components/widgets/forms/options.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { useShownLocation } from '../../state/location.tsx';
import type { Choice } from './use-letters.ts';

const PERIODS = ['range', 'any'] as const;

/** Kept in the address, so that it can be shared. */
const BAR: FilterBarDefinition = {
  id: 'deadLetters',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    { id: 'pipeline', kind: 'single', default: 'all' },
    { id: 'node', kind: 'single', default: 'all' },
    { id: 'reason', kind: 'single', default: 'all' },
    { id: 'period', kind: 'single', values: PERIODS, default: ['range'] },
  ],
};

type Named = (group: DeadLetterGroupEntry) => { value: string; label: string };

const ofPipeline: Named = ({ pipelineId, pipelineName }) => ({
  value: pipelineId,
  label: pipelineName || `Deleted pipeline ${pipelineId}`,
});
const ofNode: Named = ({ componentId, nodeName }) => ({
  value: componentId,
  label: nodeName || `Deleted node ${componentId}`,
});
const ofReason: Named = ({ errorName }) => ({ value: errorName, label: errorName });

/** Unique values with their counts; `asked` from the address stays even without letters. */
function listOptions(groups: readonly DeadLetterGroupEntry[], named: Named, asked: string | null): Option[] {
  const found = new Map<string, Option & { count: number }>();
  for (const group of groups) {
    const { value, label } = named(group);
    const count = (found.get(value)?.count ?? 0) + fromCount(group.count);
    found.set(value, { value, label, count });
  }
  const options = [...found.values()].toSorted((a, b) => a.label.localeCompare(b.label));
  return asked === null || found.has(asked)
    ? options
    : [...options, { value: asked, label: `${asked} (none left)`, count: 0 }];
}

const pickOne = (selection: Selection): string | undefined =>
  selection === 'all' ? undefined : selection[0];

/**
 * The service filters, so letters not on screen are found too.
 * @param groups undefined while loading
 */
export function useLetterFilters(siteId: string, groups: readonly DeadLetterGroupEntry[] | undefined) {
  const { search } = useShownLocation();
  const options = useMemo(() => {
    const asked = new URLSearchParams(search);
    const all = groups ?? [];
    return {
      pipeline: listOptions(all, ofPipeline, asked.get('pipelineIds')),
      node: listOptions(all, ofNode, asked.get('node')),
      reason: listOptions(all, ofReason, asked.get('reason')),
    };
  }, [groups, search]);
  const values = useMemo(() => {
    const listValues = (list: readonly Option[]) => groups && list.map(({ value }) => value);
    return {
      pipeline: listValues(options.pipeline),
      node: listValues(options.node),
      reason: listValues(options.reason),
    };
  }, [groups, options]);
  const bar = useFilterBar(BAR, { siteId, values });
  const filters = useMemo<FilterFacts[]>(() => {
    const single = { kind: 'single', searchable: true } as const;
    return [
      { id: 'pipeline', label: 'Pipeline', ...single, options: options.pipeline },
      { id: 'node', label: 'Node', ...single, options: options.node },
      { id: 'reason', label: 'Reason', ...single, options: options.reason },
      {
        id: 'period',
        label: 'Time',
        kind: 'single',
        hasAll: false,
        options: [
          { value: 'range', label: 'In range' },
          { value: 'any', label: 'Any time' },
        ],
      },
    ];
  }, [options]);
  const { start, end } = useOpenSpan();
  const isAnyTime = pickOne(bar.selection('period')) === 'any';
  const [pipelineId, componentId, errorName] = ['pipeline', 'node', 'reason'].map((id) =>
    pickOne(bar.selection(id)),
  );
  const choice = useMemo(
    (): Choice => ({
      ...(pipelineId !== undefined && { pipelineId }),
      ...(componentId !== undefined && { componentId }),
      ...(errorName !== undefined && { errorName }),
      ...(!isAnyTime && {
        fromUnixTimeSeconds: start,
        ...(end === undefined ? {} : { toUnixTimeSeconds: end }),
      }),
    }),
    [pipelineId, componentId, errorName, isAnyTime, start, end],
  );
  return { bar, filters, choice };
}
