import { PIPELINE_TABS } from '../../lib/paths.ts';

export type PipelineTab = (typeof PIPELINE_TABS)[number];

type TabFacts = {
  label: string;
  /** Numbered over all four tabs, so that shortcuts do not shift when one is hidden. */
  keys: string;
  /** Why it is not available yet; undefined if it always is. */
  needs?: string;
};

const NEVER_DEPLOYED = 'There is nothing to see before the pipeline is deployed';

export const TAB_FACTS: Record<PipelineTab, TabFacts> = {
  overview: { label: 'Overview', keys: '1' },
  analytics: { label: 'Analytics', keys: '2', needs: NEVER_DEPLOYED },
  dataInsights: { label: 'Data Insights', keys: '3', needs: NEVER_DEPLOYED },
  errors: { label: 'Pipeline Errors', keys: '4', needs: NEVER_DEPLOYED },
};

/** Undefined when it can be shown. */
export const findTabReason = (tab: PipelineTab, wasDeployed: boolean): string | undefined =>
  wasDeployed ? undefined : TAB_FACTS[tab].needs;

export const listAvailableTabs = (wasDeployed: boolean): PipelineTab[] =>
  PIPELINE_TABS.filter((tab) => findTabReason(tab, wasDeployed) === undefined);

/**
 * The tab in the address, else the first available one.
 * @param view value of the query parameter
 */
export function getShownTab(view: string | null | undefined, wasDeployed: boolean): PipelineTab {
  const available = listAvailableTabs(wasDeployed);
  return available.find((tab) => tab === view) ?? available[0] ?? 'overview';
}

/** The query value of a tab; undefined for the default. */
export const getTabView = (tab: PipelineTab): string | undefined => (tab === 'overview' ? undefined : tab);
