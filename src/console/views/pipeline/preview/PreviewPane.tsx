import { useCallback, useEffect, useMemo, useState } from 'react';
import { selectPhase } from '../../../../../machines/preview/index.ts';
import { wrap } from '../../../../../styles/layout.css.ts';
import type { StartingPoint } from '../../../../contract/entities/starting-point.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { findStartingPoint, loadExamples } from './example-events.ts';
import { PreviewHead } from './PreviewHead.tsx';
import { PreviewNotice } from './PreviewNotice.tsx';
import { PreviewResults } from './PreviewResults.tsx';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';

function useOwnExample(draft: Draft): StartingPoint | undefined {
  const [points, setPoints] = useState<readonly StartingPoint[]>([]);
  useEffect(() => {
    let isGone = false;
    // On failure nothing is offered here; the command reports the error.
    loadExamples().then(
      (loaded) => !isGone && setPoints(loaded),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return useMemo(() => findStartingPoint(draft, points), [draft, points]);
}

/** Minimum width for list and event, or before and after, side by side. */
const SIDE_BY_SIDE_PX = 640;

function Nothing({ draft }: { draft: Draft }) {
  const own = useOwnExample(draft);
  return (
    <div className={css.empty}>
      <EmptyState
        title="Try it on real events first"
        icon="compare"
        action={
          <div className={wrap}>
            <CommandButton id="preview.capture" variant="primary" />
            <CommandButton id="preview.paste" label="Paste or upload" />
            <CommandButton id="preview.open" />
            <CommandButton
              id="preview.example"
              label={own ? `Example events of ${own.title}` : 'Example events'}
              {...(own ? { args: { point: own.id } } : {})}
            />
          </div>
        }
      >
        Events run through the graph on screen, separately from what is deployed: nothing is sent to a
        destination.
      </EmptyState>
    </div>
  );
}

export default function PreviewPane({ isDocked }: { isDocked: boolean }) {
  const preview = usePreviewOnScreen();
  const [width, setWidth] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    // Making room for the graph removed the element that had the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.focus();
    });
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth));
    sizes.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
    };
  }, []);
  const phase = selectPhase(preview.snapshot);
  const isCompact = width < SIDE_BY_SIDE_PX;
  const hasEvents = preview.snapshot.context.sample !== undefined;
  return (
    <section
      ref={watch}
      className={isDocked ? css.wide : css.narrow}
      aria-label="Preview"
      data-command-scope="pipeline.preview"
      data-compact={isCompact ? '' : undefined}
      tabIndex={-1}
    >
      <PreviewHead preview={preview} isWide={isDocked} />
      <PreviewNotice preview={preview} />
      {hasEvents ? (
        <PreviewResults preview={preview} isWide={!isCompact} />
      ) : (
        (phase === 'empty' || phase === 'failed') && <Nothing draft={preview.draft} />
      )}
    </section>
  );
}
