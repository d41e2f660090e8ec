import { useEffect } from 'react';
import { EDITOR_TEXTS, selectIsArmed } from '../../../../machines/pipeline-editor/index.ts';
import { goOn, guardHistory } from '../../app/location.tsx';
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
    const leave = actor.on('editor.leave', ({ target }) => goOn(target));
    return () => leave.unsubscribe();
  }, [actor]);

  useEffect(() => {
    if (!isArmed) return;
    const here = window.location.pathname;
    const shown = window.location.href;
    const { history } = window;
    const { pushState } = history;
    const ask = (url: string | URL): boolean => {
      if (pathOf(url) === here || !selectIsArmed(actor.getSnapshot())) return false;
      actor.send({ type: 'leave.requested', target: targetOf(url) });
      return true;
    };
    history.pushState = function guarded(data, unused, url) {
      if (!url || !ask(url)) pushState.call(this, data, unused, url);
    };
    // The history has moved already: the address comes back, and then the question.
    const release = guardHistory((path) => {
      if (path === here) return false;
      const target = window.location.href;
      pushState.call(history, null, '', shown);
      return ask(target);
    });
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = EDITOR_TEXTS.unload;
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      history.pushState = pushState;
      release();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [actor, isArmed]);
}
