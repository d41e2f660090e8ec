import { memo, useMemo, useRef } from 'react';
import { DRAWN_WHOLE_UP_TO, type DrawnArea } from './canvas/use-drawn-area.ts';
import type { Box } from './canvas/view-math.ts';
import type { GraphMeasures } from './layout/measures.ts';
import { areEqual, NodeCard } from './node-card.tsx';
import type { GraphLayout, GraphMarks, GraphNodeView } from './types.ts';
import { useDetails } from './use-details.ts';

export type MarkSets = Pick<GraphMarks, 'openId' | 'predicted' | 'diff'> & {
  selected: ReadonlySet<string>;
  matched: ReadonlySet<string> | undefined;
  steps: ReadonlyMap<string, number>;
};

type CardsProps = MarkSets & {
  nodes: readonly GraphNodeView[];
  names: ReadonlyMap<string, string>;
  layout: GraphLayout;
  measures: GraphMeasures;
  area: DrawnArea;
  tabStop: string | undefined;
  /** Always have a card: focused, open or hovered. */
  heldIds: readonly (string | undefined)[];
  identityOf: (id: string) => string;
};

/** Keeps the objects of unchanged nodes, so that each second's update renders few cards. */
function useStableNodes(nodes: readonly GraphNodeView[]): readonly GraphNodeView[] {
  const former = useRef<ReadonlyMap<string, GraphNodeView>>(new Map());
  return useMemo(() => {
    const stable = nodes.map((node) => {
      const before = former.current.get(node.id);
      return before && areEqual(before, node) ? before : node;
    });
    former.current = new Map(stable.map((node) => [node.id, node]));
    return stable;
  }, [nodes]);
}

export const Cards = memo(function Cards(props: CardsProps) {
  const { names, layout, measures, area, tabStop, heldIds, identityOf, ...marks } = props;
  const { width, height, isLow, isNameCut = false } = measures;
  const nodes = useStableNodes(props.nodes);
  const boxes = useMemo(
    () =>
      new Map<string, Box>(
        Object.entries(layout.nodes).map(([id, { x, y }]) => [
          id,
          { left: x, top: y, right: x + width, bottom: y + height },
        ]),
      ),
    [layout, width, height],
  );
  const details = useDetails(boxes, area);
  const isWhole = nodes.length <= DRAWN_WHOLE_UP_TO;
  return nodes.map((node) => {
    const { id } = node;
    const at = layout.nodes[id];
    if (!at || !(isWhole || details.has(id) || heldIds.includes(id))) return null;
    return (
      <NodeCard
        key={identityOf(id)}
        node={node}
        name={names.get(id) ?? node.title}
        at={at}
        width={width}
        height={height}
        isLow={isLow}
        isNameCut={isNameCut}
        hasFigureAfar={isWhole && !isLow}
        isOpen={id === marks.openId}
        isTabStop={id === tabStop}
        detail={details.get(id) ?? area.detail}
        step={marks.steps.get(id)}
        isSelected={marks.selected.has(id)}
        isMatched={marks.matched?.has(id)}
        predicted={marks.predicted?.[id]}
        diff={marks.diff?.nodes[id]}
      />
    );
  });
});
