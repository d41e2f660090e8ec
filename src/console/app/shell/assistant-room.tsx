import { getCommandHost } from '../../commands/runtime.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { useStore } from '../../lib/store.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';

const panel = createLazyCode(async () => {
  const load = () => import('../../views/assistant/AssistantPanel.tsx');
  const [module] = await Promise.all([load(), getCommandHost().registry.complete()]);
  return module;
});

/** The assistant, in front of the shell's right edge; beside it the shell gets narrower. */
export function AssistantRoom() {
  const isOpen = useStore(isAssistantOpen);
  return (
    <PopupBoundary isOpen={isOpen} onFailed={() => isAssistantOpen.set(false)}>
      {isOpen && <panel.Component />}
    </PopupBoundary>
  );
}
