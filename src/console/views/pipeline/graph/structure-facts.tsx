import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { formatMinute } from '../../../lib/format.ts';
import * as css from '../pipeline.css.ts';

export const STRUCTURE_HINT = 'Visualize the Pipeline structure';

export const formatUpdated = ({ updatedAt }: Pipeline): string =>
  `Last updated at ${formatMinute(updatedAt)}`;

/** The frame of the graph, with what is known of it before its code and its version are there. */
export const AwaitedStructure = ({ pipeline }: { pipeline: Pipeline }) => (
  <div className={css.body} aria-busy="true">
    <div className={css.structure}>
      <header className={css.structureHead}>
        <h2 className={css.structureTitle}>Pipeline Structure</h2>
        <span>{STRUCTURE_HINT}</span>
        <span className={css.updated}>{formatUpdated(pipeline)}</span>
      </header>
      <div className={css.empty}>
        <Skeleton width="70%" height={96} />
      </div>
    </div>
  </div>
);
