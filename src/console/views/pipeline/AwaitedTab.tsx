import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { AwaitedAnalytics } from './analytics/AwaitedAnalytics.tsx';
import { AwaitedStructure } from './graph/AwaitedStructure.tsx';
import * as css from './pipeline.css.ts';
import { type PipelineTab, TAB_FACTS } from './tabs.ts';

/** What a tab shows until its code and the version are there: its frame where that is known. */
export function AwaitedTab({ tab }: { tab: PipelineTab }) {
  if (tab === 'overview') return <AwaitedStructure />;
  if (tab === 'analytics') return <AwaitedAnalytics />;
  return (
    <div className={css.empty}>
      <Skeleton width="70%" height={96} label={TAB_FACTS[tab].label} />
    </div>
  );
}
