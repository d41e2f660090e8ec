import { useActorRef, useSelector } from '@xstate/react';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  findFollowReason,
  logSearchMachine,
  selectError,
  selectLive,
} from '../../../../machines/log-search/index.ts';
import { parseLogQuery } from '../../../contract/log-query/index.ts';
import { changeQuery } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';

const changeAddress = (changes: Parameters<typeof changeQuery>[1], replace: boolean): void =>
  goTo(`${window.location.pathname}${changeQuery(window.location.search, changes)}`, { replace });

/** The address's query, and how to change it. */
export function useAskedSearch() {
  const parameters = new URLSearchParams(useShownLocation().search);
  const asked = parameters.get('q') ?? '';
  return {
    asked,
    isAskable: parseLogQuery(asked).error === undefined,
    ask: (query: string) => changeAddress({ q: query }, false),
    sourceId: parameters.get('source') ?? undefined,
    setSource: (id: string | undefined) => changeAddress({ source: id }, false),
    columns: parameters.getAll('column'),
    setColumns: (columns: readonly string[]) => changeAddress({ column: columns }, true),
  };
}

/** Longer than most queries' first rows take, and too short to notice. */
const DRAW_AFTER_MS = 50;

const readQuestion = (): string =>
  `${window.location.pathname} ${new URLSearchParams(window.location.search).get('q')}`;

/**
 * Writes the query into the address with the first rows, or shortly after; unless another screen or query
 * came first.
 */
export async function showAsked(query: string, rows: Promise<void>): Promise<void> {
  const before = readQuestion();
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, DRAW_AFTER_MS))]);
  // The next key comes before it is drawn.
  if (readQuestion() === before) startTransition(() => changeAddress({ q: query }, true));
}

/**
 * The query line, and whether new events are followed.
 * @param asked the query in the address
 * @param endsNow whether the time range ends now
 * @param onAsk called before the typed query is written into the address; resolves with the first rows
 */
export function useSearchFlow(asked: string, endsNow: boolean, onAsk: (query: string) => Promise<void>) {
  const latest = useRef(onAsk);
  useLayoutEffect(() => {
    latest.current = onAsk;
  });
  const [machine] = useState(() =>
    logSearchMachine.provide({
      actions: {
        // Query and rows are drawn together if the rows come soon.
        ask: (_, { query }) => void showAsked(query, latest.current(query)),
      },
    }),
  );
  const actor = useActorRef(machine, { input: { query: asked, endsNow } });
  useEffect(() => actor.send({ type: 'address.changed', query: asked }), [actor, asked]);
  useEffect(() => actor.send({ type: 'time.changed', endsNow }), [actor, endsNow]);
  // Separate fields: the step from waiting to asked changes none, so nothing rerenders.
  return {
    text: useSelector(actor, ({ context }) => context.text),
    error: useSelector(actor, selectError),
    live: useSelector(actor, selectLive),
    followReason: useSelector(actor, findFollowReason),
    type: (text: string) => actor.send({ type: 'query.typed', text }),
    toggleLive: () => actor.send({ type: 'live.toggled' }),
  };
}
