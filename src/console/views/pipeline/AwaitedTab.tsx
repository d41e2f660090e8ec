import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { AwaitedAnalytics } from './analytics/AwaitedAnalytics.tsx';
import { AwaitedStructure } from './graph/AwaitedStructure.tsx';
import * as css from './pipeline.css.ts';
import { type PipelineTab, TAB_FACTS } from './tabs.ts';

/** Placeholder until code and version are loaded: the tab's frame, if known. */
export function AwaitedTab({ tab }: { tab: PipelineTab }) {
  if (tab === 'overview') return <AwaitedStructure />;
  if (tab === 'analytics') return <AwaitedAnalytics />;
  return (
    <div className={css.empty}>
      <Skeleton width="70%" height={96} label={TAB_FACTS[tab].label} />
    </div>
  );
}
