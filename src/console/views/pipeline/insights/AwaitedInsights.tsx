import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import * as css from '../pipeline.css.ts';
import { LOOK_SECONDS } from './look-time.ts';

export const LOOK_HINT = `Its fields, event patterns and possible savings are shown after ${LOOK_SECONDS} s or 1,000 events.`;

/** The frame of a capture until code and version are loaded: opening the tab begins one. */
export const AwaitedInsights = () => (
  <div className={css.awaited} aria-busy="true">
    <div className={css.awaitedTools}>
      <Skeleton width={220} height={28} label="the events" />
    </div>
    <div className={css.empty}>
      <EmptyState icon="activity" title="Capturing what leaves a node">
        {LOOK_HINT}
      </EmptyState>
    </div>
  </div>
);
