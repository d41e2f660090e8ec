import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { areErrorsIgnored } from '../../../api/ignored-errors.ts';
import { NoErrors } from '../../../components/errors/NoErrors.tsx';
import { useErrors } from '../../../components/errors/use-errors.ts';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { useStore } from '../../../lib/store.ts';
import * as css from '../pipeline.css.ts';

/** The frame of the list until its code is loaded: the errors are often known before, as the summary asks for them. */
export function AwaitedErrors({ pipeline }: { pipeline: Pipeline }) {
  const { errors, isLoading, error } = useErrors(pipeline.siteId, pipeline.id);
  const isIgnored = useStore(areErrorsIgnored);
  const hasNone = !isLoading && !error && !isIgnored && errors.length === 0;
  return (
    <div className={css.awaited} aria-busy="true">
      <div className={css.awaitedFilters}>
        <Skeleton width="60%" height={32} label="the errors" />
      </div>
      <div className={css.awaitedRows}>{hasNone ? <NoErrors /> : <Skeleton width="70%" height={96} />}</div>
    </div>
  );
}
