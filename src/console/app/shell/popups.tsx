import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { selectDetailsOf, selectIsHistoryOpen } from '../../../../machines/toasts/index.ts';
import { answerConfirm, useConfirmRequest } from '../../actors/confirm.ts';
import { isHelpOpen } from '../../actors/shell-state.ts';
import { sendToast, toastsActor } from '../../actors/toasts.ts';
import { isPaletteWanted } from '../../commands/palette/open-palette.ts';
import { takeTyping } from '../../commands/palette/type-ahead.ts';
import { commandHost } from '../../commands/runtime.ts';
import { useStore } from '../../commands/store.ts';
import { explained } from '../../parts/explain/explain-store.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { afterFirstContent } from '../first-content.ts';
import { Notices } from './notices.tsx';

/** What lists commands comes with all of them. */
const withCommands = async <T,>(load: () => Promise<T>): Promise<T> => {
  const [module] = await Promise.all([load(), commandHost().registry.complete()]);
  return module;
};
const popups = async () => (await import('../screens.ts')).POPUPS;
const palette = lazyCode(() => withCommands(async () => (await popups()).palette()));
const help = lazyCode(() => withCommands(async () => (await popups()).help()));
const explain = lazyCode(async () => (await popups()).explain());
const noticeDialogs = lazyCode(async () => (await popups()).noticeDialogs());

/** Code that the first content does without comes before it is asked for. */
const preload = () => {
  for (const code of [palette, help, noticeDialogs]) void code.preload();
};

function Palette() {
  const isOpen = useStore(isPaletteWanted);
  const fail = () => {
    takeTyping();
    isPaletteWanted.set(false);
  };
  return (
    <PopupBoundary isOpen={isOpen} onFailed={fail}>
      {isOpen && <palette.Component />}
    </PopupBoundary>
  );
}

function Help() {
  const isOpen = useStore(isHelpOpen);
  return (
    <PopupBoundary isOpen={isOpen} onFailed={() => isHelpOpen.set(false)}>
      {isOpen && <help.Component />}
    </PopupBoundary>
  );
}

function Explain() {
  const isOpen = useStore(explained) !== undefined;
  return (
    <PopupBoundary isOpen={isOpen} onFailed={() => explained.set(undefined)}>
      {isOpen && <explain.Component />}
    </PopupBoundary>
  );
}

/** Once one of the dialogs was wanted they stay, so that they can close in their own way. */
function NoticeDialogs() {
  const hasDetails = useSelector(toastsActor, (snapshot) => selectDetailsOf(snapshot) !== undefined);
  const isAsked = useConfirmRequest() !== undefined;
  const isHistory = useSelector(toastsActor, selectIsHistoryOpen);
  const isWanted = hasDetails || isAsked || isHistory;
  const [wasWanted, setWanted] = useState(false);
  if (isWanted && !wasWanted) setWanted(true);
  /** A question that cannot be shown is answered no. */
  const fail = () => {
    setWanted(false);
    answerConfirm.cancel();
    sendToast.closeDetails();
    sendToast.closeHistory();
  };
  return (
    <PopupBoundary isOpen={isWanted} onFailed={fail}>
      {wasWanted && <noticeDialogs.Component />}
    </PopupBoundary>
  );
}

/** What floats above every page, whichever it is: notices, their dialogs and questions, palette, help. */
export function Popups() {
  useEffect(() => afterFirstContent(preload), []);
  return (
    <>
      <Notices />
      <NoticeDialogs />
      <Palette />
      <Help />
      <Explain />
    </>
  );
}
