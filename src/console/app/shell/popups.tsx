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
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { afterFirstContent } from '../first-content.ts';
import { Notices } from './notices.tsx';

/** What lists commands comes with all of them. */
const withCommands = async <T,>(load: () => Promise<T>): Promise<T> => {
  const [module] = await Promise.all([load(), commandHost().registry.complete()]);
  return module;
};
const palette = lazyCode(() => withCommands(() => import('../../commands/palette/PaletteDialog.tsx')));
const help = lazyCode(() => withCommands(() => import('../help/HelpDialog.tsx')));
const noticeDialogs = lazyCode(() => import('./notice-dialogs.tsx'));

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
    </>
  );
}
