import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import * as css from '../pipeline.css.ts';

export const STRUCTURE_HINT = 'Visualize the Pipeline structure';

/** The frame of the graph until code and version are loaded. Content beside the tools would move. */
export const AwaitedStructure = () => (
  <div className={css.body} aria-busy="true">
    <div className={css.structure}>
      <header className={css.structureHead}>
        <h2 className={css.structureTitle}>Pipeline Structure</h2>
        <span>{STRUCTURE_HINT}</span>
      </header>
      <div className={css.empty}>
        <Skeleton width="70%" height={96} />
      </div>
    </div>
  </div>
);
