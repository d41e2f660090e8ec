import { useCallback } from 'react';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { changeQuery } from '../../app/paths.ts';
import { type PipelineTab, shownTab, viewOf } from './tabs.ts';

/** The tab on screen, from the address; going to one is a step of its own in the browser's history. */
export function usePipelineTab(wasDeployed: boolean) {
  const { search } = useShownLocation();
  const tab = shownTab(new URLSearchParams(search).get('view'), wasDeployed);
  const showTab = useCallback((next: PipelineTab) => {
    const { pathname, search: query } = window.location;
    const to = `${pathname}${changeQuery(query, { view: viewOf(next) })}`;
    if (to !== `${pathname}${query}`) goTo(to);
    // What had the focus is on the tab that goes away.
    document.getElementById(`tab-${next}`)?.focus();
  }, []);
  return { tab, showTab };
}
