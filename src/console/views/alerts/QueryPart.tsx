import { type KeyboardEvent, useRef, useState } from 'react';
import type { LogFacet } from '../../../contract/entities/log-search.ts';
import { CompletionList } from '../../components/log-query/CompletionList.tsx';
import {
  type Completions,
  findCompletions,
  findFieldNames,
} from '../../components/log-query/query-completion.ts';
import { type LogQueryBody, useLogCount } from '../../components/log-query/use-log-count.ts';
import { useQueryCompletion } from '../../components/log-query/use-query-completion.ts';
import { type PartProps, TextPart } from '../../components/widgets/sentence/sentence.tsx';

const NO_FACETS: readonly LogFacet[] = [];
const SEEN_SECONDS = 3600;
const STEP_SECONDS = 300;

/** Whole minutes, so that the cache serves a while. */
function readLastHour(): LogQueryBody['timeRange'] {
  const end = Math.ceil(Date.now() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  return { startUnixTimeSeconds: end - SEEN_SECONDS, endUnixTimeSeconds: end };
}

type CompletedPartProps = PartProps & {
  siteId: string;
  /** All archives if undefined. */
  sourceIds: readonly string[] | undefined;
  value: string;
  placeholder: string;
  find: (text: string, caret: number, facets: readonly LogFacet[]) => Completions;
  onChange: (text: string) => void;
};

/** Completes fields and values archived in the last hour. */
function CompletedPart({ siteId, sourceIds, value, onChange, find, ...part }: CompletedPartProps) {
  const field = useRef<HTMLInputElement>(null);
  const [timeRange, setTimeRange] = useState<LogQueryBody['timeRange']>();
  const asked = {
    siteId,
    query: '',
    timeRange: timeRange ?? { startUnixTimeSeconds: 0, endUnixTimeSeconds: 1 },
    ...(sourceIds === undefined || sourceIds.length === 0 ? {} : { sourceIds: [...sourceIds] }),
  };
  const { count } = useLogCount(asked, timeRange !== undefined && part.readOnly !== true);
  const facets = count?.facets ?? NO_FACETS;
  const completion = useQueryCompletion(field, {
    value,
    onChange,
    find: (text, caret) => find(text, caret, facets),
  });
  return (
    <>
      <TextPart
        {...part}
        value={value}
        onChange={completion.type}
        onBlur={completion.close}
        control={{
          ref: field,
          onFocus: () => setTimeRange(readLastHour()),
          onSelect: completion.follow,
          onKeyDown: (event: KeyboardEvent) => completion.handleKey(event),
        }}
      />
      <CompletionList field={field} completion={completion} />
    </>
  );
}

type QueryPartProps = Omit<CompletedPartProps, 'label' | 'placeholder' | 'find'>;

/** Query syntax of Log Search. */
export const QueryPart = (props: QueryPartProps) => (
  <CompletedPart
    {...props}
    label="Query, as in Log Search"
    placeholder="level:error"
    find={findCompletions}
  />
);

export const EventFieldPart = (props: QueryPartProps) => (
  <CompletedPart {...props} label="Field of the events" placeholder="host" find={findFieldNames} />
);
