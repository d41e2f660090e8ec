import { useState } from 'react';
import type { QueryChart, SavedQuery } from '../../../contract/entities/query.ts';
import { QUERY_CHARTS } from '../../../contract/entities/query.ts';
import { changeQuery } from '../../lib/paths.ts';
import { createStore } from '../../lib/store.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { DEFAULT_RANGE, useRangeOfAddress } from './query-texts.ts';
import type { Asked } from './use-query-run.ts';

/** Longer ones are not put into the address, which is limited elsewhere. */
const ADDRESS_MAX_LENGTH = 4000;

/** Typed, unsubmitted text survives other screens. */
const drafts = createStore<Readonly<Record<string, string>>>({});

const changeAddress = (changes: Parameters<typeof changeQuery>[1]): void =>
  goTo(`${window.location.pathname}${changeQuery(window.location.search, changes)}`, { replace: true });

/** The editor's text, and the query run last or named by the address. */
export function useQueryText(siteId: string, saved: SavedQuery | undefined) {
  const { search } = useShownLocation();
  const parameters = new URLSearchParams(search);
  const inAddress = parameters.get('sql') ?? undefined;
  const range = useRangeOfAddress(parameters.get('range'), saved?.time ?? DEFAULT_RANGE);
  const shown = parameters.get('show')?.toUpperCase();
  const chart: QueryChart = QUERY_CHARTS.find((one) => one === shown) ?? saved?.chart ?? 'TABLE';
  const draftKey = `${siteId} ${saved?.id ?? ''}`;
  const [text, setText] = useState(() => inAddress ?? drafts.get()[draftKey] ?? saved?.sql ?? '');
  const [sql, setSql] = useState(inAddress ?? saved?.sql);
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    // Back, or a link.
    setKnown(inAddress);
    if (inAddress !== undefined && inAddress !== sql) {
      setSql(inAddress);
      setText(inAddress);
    }
  }
  const asked: Asked | undefined = sql === undefined ? undefined : { sql, range };
  return {
    text,
    type: (next: string) => {
      setText(next);
      drafts.set({ ...drafts.get(), [draftKey]: next });
    },
    asked,
    /** False if already asked. */
    ask: (): boolean => {
      if (text === sql) return false;
      setSql(text);
      changeAddress({ sql: text.length > ADDRESS_MAX_LENGTH || text === saved?.sql ? undefined : text });
      return true;
    },
    range,
    setRange: (next: string) => changeAddress({ range: next }),
    chart,
    setChart: (next: QueryChart) => changeAddress({ show: next.toLowerCase() }),
    isChanged: saved !== undefined && (text !== saved.sql || range !== saved.time || chart !== saved.chart),
  };
}
