import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { EditorEvent } from '../../../../../machines/pipeline-editor/index.ts';
import { counted } from '../../../../contract/values.ts';
import { clipText, readClip } from '../../../../graph/clip-text.ts';
import { getKeysOfCommand } from '../../../commands/registry.ts';
import { getCommandHost, runCommand } from '../../../commands/runtime.ts';
import { notify } from '../../../state/toasts.ts';
import { cleanClip, fitClipToDraft } from './clips.ts';
import { EditorContext } from './editor-context.ts';
import type { Catalogue } from './use-catalogue.ts';

const warn = (message: string): void => notify({ message, status: 'warning' });

const NOT_GIVEN =
  'The browser did not give the clipboard to this page. Move to the graph and press Ctrl+V, or Cmd+V, there.';
const NOT_TAKEN =
  'The browser did not let this page write the clipboard. Move to the graph and press Ctrl+C, or Cmd+C, there.';

const TEXT_FIELDS = 'input, textarea, [contenteditable]';

const COMMAND_OF: Partial<Record<string, string>> = {
  copy: 'graph.copy',
  cut: 'graph.cut',
  paste: 'graph.paste',
};

/** False when the user has rebound the browser's keys for copy, cut or paste. */
function hasNativeKeys(id: string): boolean {
  const command = getCommandHost().registry.command(id);
  return command?.nativeKeys !== undefined && getKeysOfCommand(command).includes(command.nativeKeys);
}

/** True when the focus is in the graph and no text is selected. */
function isInGraph(): boolean {
  const active = document.activeElement;
  if (!active || active.matches(TEXT_FIELDS) || !document.getSelection()?.isCollapsed) return false;
  return active.closest('[data-command-scope="pipeline.graph"]') !== null;
}

type Facts = {
  catalogue: Catalogue;
  edit: (event: EditorEvent) => void;
  cursorId: string | undefined;
  pickedIds: readonly string[];
};

/**
 * In the graph, the browser's own keys for copy, cut and paste run the commands. Secrets are never copied.
 */
export function useClipboard({ catalogue, edit, cursorId, pickedIds }: Facts) {
  const actor = EditorContext.useActorRef();

  const clipOf = useCallback(
    (ids: readonly string[]) => cleanClip(actor.getSnapshot().context.draft, ids, catalogue),
    [actor, catalogue],
  );
  const taken = useCallback(
    (ids: readonly string[], isCut: boolean) => {
      if (isCut) edit({ type: 'graph.node.remove', nodeIds: [...ids] });
      notify({ message: `${counted(ids.length, 'node')} ${isCut ? 'cut' : 'copied'}`, status: 'success' });
    },
    [edit],
  );
  const latest = useRef(catalogue);
  /** A paste made before the catalogue is whole: at once, it would leave out nodes of unknown kinds. */
  const waiting = useRef<() => void>(undefined);
  const pasteText = useCallback(
    (text: string, afterId: string | undefined, output?: string) => {
      const read = readClip(text);
      if (!read.clip) return warn(read.error);
      const { clip, leftOut } = fitClipToDraft(read.clip, actor.getSnapshot().context.draft, latest.current);
      const place = { ...(afterId === undefined ? {} : { afterId }), ...(output ? { output } : {}) };
      if (clip.nodes.length > 0) edit({ type: 'graph.paste', clip, ...place });
      const { refusal } = actor.getSnapshot().context;
      const why = clip.nodes.length === 0 ? 'There is nothing to paste here' : refusal;
      const rest = leftOut.length > 0 ? `Left out: ${leftOut.join('; ')}` : undefined;
      if (why !== undefined || rest !== undefined) warn([why, rest].filter(Boolean).join('. '));
    },
    [actor, edit],
  );
  const pasteWhenWhole = useCallback(
    (text: string, afterId: string | undefined, output?: string) => {
      if (latest.current.isWhole) return pasteText(text, afterId, output);
      waiting.current = () => pasteText(text, afterId, output);
    },
    [pasteText],
  );
  useLayoutEffect(() => {
    latest.current = catalogue;
    if (!catalogue.isWhole) return;
    waiting.current?.();
    waiting.current = undefined;
  }, [catalogue]);
  /** The clipboard event being handled; without one, the commands use the Clipboard API. */
  const answered = useRef<ClipboardEvent>(undefined);
  const onEvent = useEffectEvent((event: ClipboardEvent) => {
    const id = COMMAND_OF[event.type];
    const isEmpty = event.type !== 'paste' && pickedIds.length === 0 && cursorId === undefined;
    if (id === undefined || isEmpty || !isInGraph() || !hasNativeKeys(id)) return;
    event.preventDefault();
    answered.current = event;
    runCommand(id, {}, 'key');
    answered.current = undefined;
  });
  useEffect(() => {
    const answer = (event: ClipboardEvent) => onEvent(event);
    const types = ['copy', 'cut', 'paste'] as const;
    for (const type of types) document.addEventListener(type, answer);
    return () => {
      for (const type of types) document.removeEventListener(type, answer);
    };
  }, []);

  return {
    clipOf,
    copy: useCallback(
      (ids: readonly string[], isCut: boolean) => {
        const text = clipText(clipOf(ids));
        if (answered.current) {
          answered.current.clipboardData?.setData('text/plain', text);
          return taken(ids, isCut);
        }
        const write = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error(NOT_TAKEN));
        write.then(
          () => taken(ids, isCut),
          () => warn(NOT_TAKEN),
        );
      },
      [clipOf, taken],
    ),
    paste: useCallback(
      (afterId: string | undefined, output?: string) => {
        const given = answered.current?.clipboardData?.getData('text/plain');
        if (given !== undefined) return pasteWhenWhole(given, afterId, output);
        const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error(NOT_GIVEN));
        read.then(
          (text) => pasteWhenWhole(text, afterId, output),
          () => warn(NOT_GIVEN),
        );
      },
      [pasteWhenWhole],
    ),
  };
}
