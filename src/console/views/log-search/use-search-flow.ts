import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
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

const machine = logSearchMachine.provide({
  actions: { ask: (_, { query }) => changeAddress({ q: query }, true) },
});

/**
 * The query line, what the address asks, and whether new events are followed.
 * @param endsNow whether the time of the search does
 */
export function useSearchFlow(endsNow: boolean) {
  const { search } = useShownLocation();
  const parameters = new URLSearchParams(search);
  const inAddress = parameters.get('q') ?? '';
  const actor = useActorRef(machine, { input: { query: inAddress, endsNow } });
  useEffect(() => actor.send({ type: 'address.changed', query: inAddress }), [actor, inAddress]);
  useEffect(() => actor.send({ type: 'time.changed', endsNow }), [actor, endsNow]);
  const snapshot = useSelector(actor, (now) => now);
  return {
    text: snapshot.context.text,
    error: selectError(snapshot),
    live: selectLive(snapshot),
    followReason: findFollowReason(snapshot),
    type: (text: string) => actor.send({ type: 'query.typed', text }),
    toggleLive: () => actor.send({ type: 'live.toggled' }),
    ask: (query: string) => changeAddress({ q: query }, false),
    asked: inAddress,
    isAskable: parseLogQuery(inAddress).error === undefined,
    sourceId: parameters.get('source') ?? undefined,
    setSource: (id: string | undefined) => changeAddress({ source: id }, false),
    columns: parameters.getAll('column'),
    setColumns: (columns: readonly string[]) => changeAddress({ column: columns }, true),
  };
}
