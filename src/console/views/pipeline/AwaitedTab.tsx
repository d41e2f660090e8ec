import { findCaptureRefusal } from '../../../contract/collector-refusals.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { useSite } from '../../state/sites.ts';
import { AwaitedAnalytics } from './analytics/AwaitedAnalytics.tsx';
import { AwaitedErrors } from './analytics/AwaitedErrors.tsx';
import { AwaitedStructure } from './graph/AwaitedStructure.tsx';
import { AwaitedInsights } from './insights/AwaitedInsights.tsx';
import * as css from './pipeline.css.ts';
import { type PipelineTab, TAB_FACTS } from './tabs.ts';

/** Placeholder until code and version are loaded: the tab's frame, if known. */
export function AwaitedTab({ tab, pipeline }: { tab: PipelineTab; pipeline: Pipeline }) {
  const refusal = findCaptureRefusal(useSite());
  if (tab === 'overview') return <AwaitedStructure />;
  if (tab === 'analytics') return <AwaitedAnalytics />;
  if (tab === 'errors') return <AwaitedErrors pipeline={pipeline} />;
  if (refusal === undefined) return <AwaitedInsights />;
  return (
    <div className={css.empty}>
      <Skeleton width="70%" height={96} label={TAB_FACTS[tab].label} />
    </div>
  );
}
