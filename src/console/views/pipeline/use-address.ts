import { useEffect, useState } from 'react';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { changeQuery } from '../../app/paths.ts';
import { EditorContext } from './editor-context.ts';
import { type PipelineTab, viewOf } from './tabs.ts';

type Shown = {
  isEditing: boolean;
  tab: PipelineTab;
  version: number | undefined;
  node: string | undefined;
};

/**
 * The address says what is on screen: tab, mode, chosen version and open node; what others keep there, such as
 * filters, stays. `mode=edit` begins editing.
 */
export function useAddress(pipelineId: string | undefined, { isEditing, tab, version, node }: Shown): void {
  const actor = EditorContext.useActorRef();
  const { path, search } = useShownLocation();
  const [wantsEditing] = useState(() => new URLSearchParams(search).get('mode') === 'edit');

  useEffect(() => {
    if (wantsEditing) actor.send({ type: 'edit.start' });
  }, [actor, wantsEditing]);

  const mode = isEditing ? 'edit' : undefined;
  const view = viewOf(tab);
  const shownNode = node?.startsWith('new-') ? undefined : node;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` tells that the address is another one
  useEffect(() => {
    if (pipelineId === undefined || window.location.pathname !== path) return;
    const said = new URLSearchParams(window.location.search);
    const facts = {
      view,
      mode,
      version: version === undefined ? undefined : String(version),
      node: shownNode,
    };
    if (Object.entries(facts).every(([name, value]) => (said.get(name) ?? undefined) === value)) return;
    goTo(`${path}${changeQuery(window.location.search, facts)}`, { replace: true });
  }, [pipelineId, path, search, view, mode, version, shownNode]);
}
