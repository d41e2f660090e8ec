import { type RefObject, useState } from 'react';
import type { LogFacet } from '../../../contract/entities/log-search.ts';
import { findNarrowing, type LogQuery } from '../../../contract/log-query/index.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { formatExact } from '../../lib/format.ts';
import * as css from './log-search.css.ts';
import { ValueList } from './ValueList.tsx';

const FIELDS_SHOWN = 8;
const VALUES_SHOWN = 5;

type FacetsProps = {
  list: RefObject<HTMLDivElement | null>;
  facets: readonly LogFacet[];
  query: LogQuery | undefined;
  /** Number of matches behind the facets, if not all. */
  partOf: number | undefined;
  actions: Pick<Parameters<typeof ValueList>[0], 'onNarrow' | 'onColumn' | 'onCopy' | 'onLeave'>;
};

/** Fields that differ in each event, such as ids, are useless here. */
const isUseful = ({ distinct, isCapped, eventCount }: LogFacet): boolean =>
  !isCapped && (distinct < Number(eventCount) || distinct <= VALUES_SHOWN);

export function Facets({ list, facets, query, partOf, actions }: FacetsProps) {
  const [isWhole, setWhole] = useState(false);
  const useful = facets.filter(isUseful);
  const shown = isWhole ? facets : useful.slice(0, FIELDS_SHOWN);
  const hidden = facets.length - shown.length;
  const entries = shown.flatMap(({ field, values, distinct, isCapped, eventCount }) => [
    {
      key: field,
      heading: (
        <>
          <span className={css.facetName}>{field}</span>
          <span className={css.facetCount}>
            {formatExact(distinct)}
            {isCapped && '+'}
          </span>
        </>
      ),
    },
    ...values.slice(0, VALUES_SHOWN).map(({ value, count }) => ({
      key: `${field}\n${value}`,
      field,
      value,
      label: `${field} ${value === '' ? 'empty' : value}`,
      prefix: field,
      state: findNarrowing(query, field, value),
      content: (
        <>
          <span className={css.facetValue}>{value === '' ? '(empty)' : value}</span>
          <span className={css.facetNumber}>{formatExact(Number(count))}</span>
          <span
            className={css.facetBar}
            style={{ width: `${(Number(count) / Math.max(1, Number(eventCount))) * 100}%` }}
          />
        </>
      ),
    })),
  ]);
  return (
    <aside className={css.facets} aria-label="Facets">
      <h2 className={css.facetsTitle}>Facets</h2>
      {partOf !== undefined && (
        <p className={css.note}>Of the {formatExact(partOf)} matches that were read first.</p>
      )}
      {entries.length === 0 && <p className={css.note}>No field is known yet.</p>}
      <ValueList ref={list} label="Facets" entries={entries} {...actions} />
      {(hidden > 0 || isWhole) && facets.length > 0 && (
        <Button size="small" variant="ghost" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fewer fields' : `${hidden} more ${hidden === 1 ? 'field' : 'fields'}`}
        </Button>
      )}
    </aside>
  );
}
