import { type RefObject, Suspense, useMemo } from 'react';
import type { Template } from '../../../contract/entities/template.ts';
import { describeNode, describeOutput, listDrawnEdges } from '../graph-nodes.ts';
import { Skeleton } from '../widgets/feedback/skeleton.tsx';
import type { GraphHandle, GraphView, ViewKeys } from '../widgets/graph/types.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import type { Union } from './union-draft.ts';
import * as css from './version-changes.css.ts';

const { Component: Graph } = createLazyCode(async () => ({
  default: (await import('../widgets/graph/graph.tsx')).Graph,
}));
const { Component: GraphOutline } = createLazyCode(async () => ({
  default: (await import('../widgets/graph/outline.tsx')).GraphOutline,
}));

type CompareGraphProps = {
  title: string;
  union: Union | undefined;
  templates: readonly Template[];
  isOutline?: boolean;
  heading?: 'h2' | 'h3';
  handle?: RefObject<GraphHandle | null>;
  /** Keys of the view commands; without them the graph has its own. */
  viewKeys?: ViewKeys;
  onOpen?: (key: string) => void;
};

const doNothing = () => undefined;

const buildView = ({ draft }: Union, templates: readonly Template[]): GraphView => ({
  nodes: Object.values(draft.nodes).map((node) => ({
    ...describeNode(node, templates),
    disabled: draft.meta[node.id]?.disabled,
  })),
  edges: listDrawnEdges(draft).map(({ from, to }) => ({ from, to, output: describeOutput(draft, from, to) })),
});

/** Two graphs merged, with additions, removals and changes marked. */
export function CompareGraph(props: CompareGraphProps) {
  const {
    title,
    union,
    templates,
    isOutline = false,
    handle,
    viewKeys,
    onOpen = doNothing,
    heading: Heading = 'h2',
  } = props;
  const view = useMemo(() => union && buildView(union, templates), [union, templates]);
  const face = view &&
    union && {
      ...view,
      label: `Comparison, ${title}`,
      openId: undefined,
      diff: union.marks,
      onCursor: doNothing,
      onOpen,
      ...(handle ? { handle } : {}),
    };
  return (
    <section className={css.graph} aria-label={`Compared graphs, ${title}`}>
      <header className={css.graphHead}>
        <Heading className={css.graphTitle}>{title}</Heading>
        <span className={css.chips}>
          <span className={css.chipOf.added}>+ added</span>
          <span className={css.chipOf.removed}>− removed</span>
          <span className={css.chipOf.changed}>~ changed</span>
        </span>
      </header>
      {face === undefined ? (
        <Skeleton width="70%" height={96} label="both versions" />
      ) : (
        <Suspense fallback={<div className={css.graph} />}>
          {isOutline ? (
            <GraphOutline {...face} />
          ) : (
            <Graph {...face} {...(viewKeys ? { viewKeys } : {})} isFlowing={false} />
          )}
        </Suspense>
      )}
    </section>
  );
}
