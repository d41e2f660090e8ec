import { useEffect, useState } from 'react';
import { changeQuery } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { EditorContext } from './editor/editor-context.ts';
import { getTabView, type PipelineTab } from './tabs.ts';

type Shown = {
  isEditing: boolean;
  tab: PipelineTab;
  version: number | undefined;
  node: string | undefined;
};

/** Keeps other query parameters. `mode=edit` starts editing. */
export function useAddress(pipelineId: string | undefined, { isEditing, tab, version, node }: Shown): void {
  const actor = EditorContext.useActorRef();
  const { path, search } = useShownLocation();
  const [wantsEditing] = useState(() => new URLSearchParams(search).get('mode') === 'edit');

  useEffect(() => {
    if (wantsEditing) actor.send({ type: 'edit.start' });
  }, [actor, wantsEditing]);

  const mode = isEditing ? 'edit' : undefined;
  const view = getTabView(tab);
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
