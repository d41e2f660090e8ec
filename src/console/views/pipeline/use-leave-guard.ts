import { useEffect } from 'react';
import { EDITOR_TEXTS, selectIsArmed } from '../../../../machines/pipeline-editor/index.ts';
import { goTo } from '../../app/location.tsx';
import { EditorContext } from './editor-context.ts';

const pathOf = (url: string | URL): string => new URL(url, window.location.href).pathname;

/** Where an address leads inside this console. */
const targetOf = (url: string | URL): string => {
  const { pathname, search } = new URL(url, window.location.href);
  return `${pathname}${search}`;
};

/**
 * Unsaved changes are not lost on the way out (E18): another path asks first, whether it comes from a link,
 * the palette, a key or the browser's history; closing the page makes the browser ask.
 */
export function useLeaveGuard(): void {
  const actor = EditorContext.useActorRef();
  const isArmed = EditorContext.useSelector(selectIsArmed);

  useEffect(() => {
    const leave = actor.on('editor.leave', ({ target }) => goTo(target));
    return () => leave.unsubscribe();
  }, [actor]);

  useEffect(() => {
    if (!isArmed) return;
    const here = window.location.pathname;
    const shown = window.location.href;
    const { history } = window;
    const { pushState, replaceState } = history;
    const ask = (url: string | URL): boolean => {
      if (pathOf(url) === here || !selectIsArmed(actor.getSnapshot())) return false;
      actor.send({ type: 'leave.requested', target: targetOf(url) });
      return true;
    };
    history.pushState = function guarded(data, unused, url) {
      if (!url || !ask(url)) pushState.call(this, data, unused, url);
    };
    const onBack = (event: PopStateEvent) => {
      if (window.location.pathname === here) return;
      const target = window.location.href;
      event.stopImmediatePropagation();
      pushState.call(history, null, '', shown);
      ask(target);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = EDITOR_TEXTS.unload;
    };
    window.addEventListener('popstate', onBack, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      history.pushState = pushState;
      history.replaceState = replaceState;
      window.removeEventListener('popstate', onBack, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [actor, isArmed]);
}
