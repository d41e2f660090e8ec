import { useCallback, useMemo, useState } from 'react';
import type { GraphNodeView } from '../../../components/widgets/graph/types.ts';

const includes = (text: string, sought: string): boolean => text.toLowerCase().includes(sought);

export const findHits = (nodes: readonly GraphNodeView[], text: string): GraphNodeView[] => {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return nodes.filter(({ title, typeLabel }) => includes(title, sought) || includes(typeLabel, sought));
};

export type Find = {
  text: string;
  setText: (text: string) => void;
  hits: readonly GraphNodeView[];
  /** Index of the current hit, from 0; −1 before the first. */
  at: number;
  /** Goes to the next or previous hit. */
  go: (by: 1 | -1) => GraphNodeView | undefined;
  close: () => void;
};

export function useFind(nodes: readonly GraphNodeView[]) {
  const [text, setText] = useState<string>();
  const [hitId, setHitId] = useState<string>();
  const hits = useMemo(() => findHits(nodes, text ?? ''), [nodes, text]);
  const matchedIds = useMemo(
    () => (text === undefined || text.trim() === '' ? undefined : hits.map(({ id }) => id)),
    [hits, text],
  );
  const at = hits.findIndex(({ id }) => id === hitId);
  const open = useCallback(() => setText((now) => now ?? ''), []);
  const find: Find | undefined =
    text === undefined
      ? undefined
      : {
          text,
          setText: (next) => {
            setText(next);
            setHitId(undefined);
          },
          hits,
          at,
          go: (by) => {
            const start = at === -1 && by === -1 ? 0 : at;
            const next = hits[(start + by + hits.length) % hits.length];
            setHitId(next?.id);
            return next;
          },
          close: () => setText(undefined),
        };
  return { find, open, matchedIds };
}
