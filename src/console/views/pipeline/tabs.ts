import { PIPELINE_TABS } from '../../app/paths.ts';

export type PipelineTab = (typeof PIPELINE_TABS)[number];

type TabFacts = {
  label: string;
  /** In the order of all four tabs (R2.4-04), so that no key changes when one of them is not there. */
  keys: string;
  /** Why it is not there yet; undefined for one that always is. */
  needs?: string;
};

const NEVER_DEPLOYED = 'There is nothing to see before the pipeline is deployed';

export const TAB_FACTS: Record<PipelineTab, TabFacts> = {
  overview: { label: 'Overview', keys: '1' },
  analytics: { label: 'Analytics', keys: '2', needs: NEVER_DEPLOYED },
  dataInsights: { label: 'Data Insights', keys: '3', needs: NEVER_DEPLOYED },
  errors: { label: 'Pipeline Errors', keys: '4', needs: NEVER_DEPLOYED },
};

/** Why the tab cannot be shown, or undefined when it can (R2.4-05, R2.4-06). */
export const tabReason = (tab: PipelineTab, wasDeployed: boolean): string | undefined =>
  wasDeployed ? undefined : TAB_FACTS[tab].needs;

/** The tabs that can be shown, in their order. */
export const availableTabs = (wasDeployed: boolean): PipelineTab[] =>
  PIPELINE_TABS.filter((tab) => tabReason(tab, wasDeployed) === undefined);

/**
 * The tab an address means: the one it names, else the first that is there (R2.4-01 … R2.4-08).
 * @param view value of the query parameter.
 */
export function shownTab(view: string | null | undefined, wasDeployed: boolean): PipelineTab {
  const available = availableTabs(wasDeployed);
  return available.find((tab) => tab === view) ?? available[0] ?? 'overview';
}

/** What the address says of a tab: the default one is left out. */
export const viewOf = (tab: PipelineTab): string | undefined => (tab === 'overview' ? undefined : tab);
