import { selectIsOld } from '../../../../../machines/preview/index.ts';
import type { DraftNode } from '../../../../graph/draft.ts';
import { EventEffect } from '../../../components/widgets/event-diff/event-effect.tsx';
import { countUtf8Bytes } from '../../../components/widgets/event-diff/event-rows.ts';
import { formatExact } from '../../../lib/format.ts';
import * as css from '../pipeline.css.ts';
import { usePreviewOnScreen } from '../preview/preview-context.ts';

/** What the node does to the last event of the sample, while its form is filled; nothing without a sample. */
export function LastEffect({ node }: { node: DraftNode }) {
  const { snapshot, node: previewed, last, isStart, isWide } = usePreviewOnScreen();
  if (!last || isStart || isWide || previewed?.id !== node.id) return null;
  const isOld = selectIsOld(snapshot);
  const size = last.after.reduce((sum, text) => sum + countUtf8Bytes(text), 0);
  return (
    <section
      className={css.effect}
      aria-label="Effect on the last event"
      aria-busy={isOld}
      data-old={isOld ? '' : undefined}
    >
      <h3 className={css.sectionHead}>
        Effect on the last event
        <span className={css.effectSize}>
          {formatExact(countUtf8Bytes(last.before))} → {formatExact(size)} B
        </span>
      </h3>
      <EventEffect label={`What ${node.name} does to the last event`} change={last} />
    </section>
  );
}
