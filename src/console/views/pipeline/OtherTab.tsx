import { Suspense, useDeferredValue } from 'react';
import { findCaptureRefusal } from '../../../contract/collector-refusals.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../graph/draft.ts';
import { buildTabPanelProps } from '../../components/widgets/tabs/tab-panel.ts';
import { useSite } from '../../state/sites.ts';
import { AwaitedTab } from './AwaitedTab.tsx';
import type { Catalogue } from './editor/use-catalogue.ts';
import * as css from './pipeline.css.ts';
import { TAB_CODE } from './tab-code.ts';
import type { PipelineTab } from './tabs.ts';

const { analytics, dataInsights: insights, errors } = TAB_CODE;

type OtherTabProps = {
  tab: Exclude<PipelineTab, 'overview'>;
  pipeline: Pipeline;
  draft: Draft;
  catalogue: Catalogue;
  openNode: (componentId: string) => void;
};

export function OtherTab({ tab, pipeline, draft, catalogue, openNode }: OtherTabProps) {
  const refusal = findCaptureRefusal(useSite());
  // Mount after the surrounding screen, so that this scope's keys and mode take precedence.
  const isInside = useDeferredValue(true, false);
  return (
    <div className={css.tabPanel} {...buildTabPanelProps(tab)}>
      {/* The key removes the previous tab at once: hidden while code loads, it would keep the focus. */}
      {isInside ? (
        <Suspense key={tab} fallback={<AwaitedTab tab={tab} pipeline={pipeline} />}>
          {tab === 'analytics' ? (
            <analytics.Component pipeline={pipeline} draft={draft} />
          ) : tab === 'dataInsights' ? (
            <insights.Component pipeline={pipeline} draft={draft} catalogue={catalogue} refusal={refusal} />
          ) : (
            <errors.Component pipeline={pipeline} draft={draft} openNode={openNode} />
          )}
        </Suspense>
      ) : (
        <AwaitedTab tab={tab} pipeline={pipeline} />
      )}
    </div>
  );
}
