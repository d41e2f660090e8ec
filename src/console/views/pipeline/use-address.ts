import { useEffect, useState } from 'react';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { EditorContext } from './editor-context.ts';

type Shown = { isEditing: boolean; version: number | undefined; node: string | undefined };

/** The address says what is on screen: mode, chosen version and open node; `mode=edit` begins editing. */
export function useAddress(pipelineId: string | undefined, { isEditing, version, node }: Shown): void {
  const actor = EditorContext.useActorRef();
  const { path, search } = useShownLocation();
  const [wantsEditing] = useState(() => new URLSearchParams(search).get('mode') === 'edit');

  useEffect(() => {
    if (wantsEditing) actor.send({ type: 'edit.start' });
  }, [actor, wantsEditing]);

  const mode = isEditing ? ('edit' as const) : undefined;
  const shownNode = node?.startsWith('new-') ? undefined : node;
  const query = new URLSearchParams(search);
  const [view, site] = [query.get('view') ?? undefined, query.get('site') ?? undefined];
  const to =
    pipelineId === undefined
      ? undefined
      : paths.pipeline(pipelineId, { site, view, mode, version, node: shownNode });
  useEffect(() => {
    const here = `${window.location.pathname}${window.location.search}`;
    if (to !== undefined && window.location.pathname === path && to !== here) goTo(to, { replace: true });
  }, [to, path]);
}
