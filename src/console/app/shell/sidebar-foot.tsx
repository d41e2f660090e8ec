import { runCommand } from '../../commands/runtime.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { Bell } from './bell.tsx';
import { RailTip } from './rail.tsx';
import * as css from './sidebar.css.ts';

function AssistantEntry() {
  const flags = useStore(flagsOn);
  const { keys, title } = useCommand('assistant.toggle');
  if (flags?.has('chatAssistantTransform') === false) return null;
  const button = (
    <button type="button" className={css.button} onClick={() => runCommand('assistant.toggle')}>
      <span className={css.entryIcon}>
        <Icon name="sparkles" />
      </span>
      <span className={css.entryLabel}>{title}</span>
      {keys && (
        <span className={css.entryKeys}>
          <KeySequence binding={keys} variant="ghost" decorative />
        </span>
      )}
    </button>
  );
  return <RailTip text={title} {...(keys ? { keys } : {})} link={button} />;
}

/** Foot of every app's sidebar. */
export default function SidebarFoot() {
  return (
    <>
      <AssistantEntry />
      <Bell />
    </>
  );
}
