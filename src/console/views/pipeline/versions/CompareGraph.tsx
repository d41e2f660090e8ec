import { type RefObject, Suspense, useMemo } from 'react';
import type { Template } from '../../../../contract/entities/template.ts';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { buildGraphView } from '../graph/graph-view.ts';
import { useCanvas } from '../graph/use-canvas.ts';
import type { Union } from './union-draft.ts';
import * as css from './versions.css.ts';

const { Component: Graph } = createLazyCode(async () => ({
  default: (await import('../../../components/widgets/graph/graph.tsx')).Graph,
}));
const { Component: GraphOutline } = createLazyCode(async () => ({
  default: (await import('../../../components/widgets/graph/outline.tsx')).GraphOutline,
}));

const NO_FLOWS = new Map<string, never>();

type CompareGraphProps = {
  title: string;
  union: Union | undefined;
  templates: readonly Template[];
  isOutline: boolean;
  handle: RefObject<GraphHandle | null>;
  onOpen: (key: string) => void;
};

const doNothing = () => undefined;

export function CompareGraph({ title, union, templates, isOutline, handle, onOpen }: CompareGraphProps) {
  const viewKeys = useCanvas(handle, !isOutline);
  const view = useMemo(
    () =>
      union &&
      buildGraphView({
        draft: union.draft,
        base: undefined,
        problems: [],
        flows: NO_FLOWS,
        unit: 'bytes',
        errors: [],
        templates,
      }),
    [union, templates],
  );
  const face = view &&
    union && {
      ...view,
      label: `Comparison, ${title}`,
      openId: undefined,
      diff: union.marks,
      onCursor: doNothing,
      onOpen,
      handle,
    };
  return (
    <section className={css.graph} aria-label="Compared graphs">
      <header className={css.graphHead}>
        <h2 className={css.graphTitle}>{title}</h2>
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
          {isOutline ? <GraphOutline {...face} /> : <Graph {...face} viewKeys={viewKeys} isFlowing={false} />}
        </Suspense>
      )}
    </section>
  );
}
