import { Suspense, useLayoutEffect, useState } from 'react';
import type { Draft } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import * as css from './pipeline.css.ts';
import { type PipelineTab, TAB_FACTS } from './tabs.ts';
import type { Catalogue } from './use-catalogue.ts';

const analytics = lazyCode(() => import('./analytics/AnalyticsTab.tsx'));
const insights = lazyCode(() => import('./insights/InsightsTab.tsx'));
const errors = lazyCode(() => import('./errors/ErrorsTab.tsx'));

type OtherTabProps = {
  tab: Exclude<PipelineTab, 'overview'>;
  pipeline: Pipeline;
  draft: Draft;
  catalogue: Catalogue;
  /** Shows the node of a component in the overview. */
  openNode: (componentId: string) => void;
};

/** The tab beside the overview that is on screen; its code comes with it. */
export function OtherTab({ tab, pipeline, draft, catalogue, openNode }: OtherTabProps) {
  // After the screen around it, so that its keys and its mode lie on top of the screen's.
  const [isInside, setInside] = useState(false);
  useLayoutEffect(() => setInside(true), []);
  return (
    <div className={css.tabPanel} {...tabPanelProps(tab)}>
      <Suspense
        fallback={
          <div className={css.empty}>
            <Skeleton width="70%" height={96} label={TAB_FACTS[tab].label} />
          </div>
        }
      >
        {!isInside ? null : tab === 'analytics' ? (
          <analytics.Component pipeline={pipeline} draft={draft} />
        ) : tab === 'dataInsights' ? (
          <insights.Component pipeline={pipeline} draft={draft} catalogue={catalogue} />
        ) : (
          <errors.Component pipeline={pipeline} draft={draft} openNode={openNode} />
        )}
      </Suspense>
    </div>
  );
}
