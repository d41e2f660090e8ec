import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { hasErrorDetails, selectDetailsOf, selectIsHistoryOpen } from '../../../../machines/toasts/index.ts';
import { noticeTitle } from '../../../contract/errors.ts';
import { isPaletteWanted } from '../../commands/palette/open-palette.ts';
import { getCommandHost } from '../../commands/runtime.ts';
import { useCommand } from '../../commands/use-command.ts';
import { explained } from '../../components/explain/explain-store.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { ToastList } from '../../components/widgets/toasts/toast-list.tsx';
import { takeHeldText } from '../../lib/held-keys.ts';
import { useStore } from '../../lib/store.ts';
import { answerConfirm, useConfirmRequest } from '../../state/confirm.ts';
import { isHelpOpen } from '../../state/shell-state.ts';
import { sendToast, toastsActor, useToasts } from '../../state/toasts.ts';
import { runAfterFirstContent } from '../first-content.ts';

export function Notices() {
  const toasts = useToasts();
  const details = useCommand('console.errorDetails');
  return (
    <ToastList
      toasts={toasts.map((toast) => ({
        ...toast,
        message: noticeTitle(toast.message),
        hasDetails: hasErrorDetails(toast),
      }))}
      onClose={sendToast.close}
      onHold={sendToast.hold}
      onRelease={sendToast.release}
      onShowDetails={sendToast.openDetails}
      {...(details.keys ? { detailsKeys: details.keys } : {})}
    />
  );
}

const loadPopups = async () => (await import('../popups.ts')).POPUPS;
const loadHelp = async () => (await loadPopups()).help();
const palette = createLazyCode(async () => (await loadPopups()).palette());
/** It lists the keys of all commands. */
const help = createLazyCode(async () => {
  const [module] = await Promise.all([loadHelp(), getCommandHost().registry.complete()]);
  return module;
});
const explain = createLazyCode(async () => (await loadPopups()).explain());
const noticeDialogs = createLazyCode(async () => (await loadPopups()).noticeDialogs());

const preload = () => {
  for (const code of [palette, noticeDialogs]) void code.preload();
  void loadHelp().catch(() => undefined);
};

function Palette() {
  const isOpen = useStore(isPaletteWanted);
  const fail = () => {
    takeHeldText('palette');
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

/** Stays mounted to animate closing. */
function NoticeDialogs() {
  const hasDetails = useSelector(toastsActor, (snapshot) => selectDetailsOf(snapshot) !== undefined);
  const isAsked = useConfirmRequest() !== undefined;
  const isHistory = useSelector(toastsActor, selectIsHistoryOpen);
  const isWanted = hasDetails || isAsked || isHistory;
  const [wasWanted, setWanted] = useState(false);
  if (isWanted && !wasWanted) setWanted(true);
  /** A confirmation that cannot be shown counts as canceled. */
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

export function Popups() {
  useEffect(() => runAfterFirstContent(preload), []);
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
