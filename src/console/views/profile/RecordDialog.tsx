import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  formatKeys,
  type KeyMapSnapshot,
  type keyMapMachine,
  selectIsRefused,
  selectRecording,
  selectRefusal,
  selectTakeover,
} from '../../../../machines/key-map/index.ts';
import { wrap } from '../../../../styles/layout.css.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { Dialog } from '../../components/widgets/dialogs/dialog.tsx';
import { KeyRecorder } from '../../components/widgets/keys/key-recorder.tsx';
import * as css from './profile.css.ts';

type RecordDialogProps = {
  actor: ActorRefFrom<typeof keyMapMachine>;
  snapshot: KeyMapSnapshot;
  titleOf: (commandId: string) => string;
  /** Moves the cursor to the command that already has the keys. */
  onShow: (commandId: string) => void;
};

const ENTER = { key: 'Enter' };

/** Records new keys for a command and shows conflicts while recording. */
export function RecordDialog({ actor, snapshot, titleOf, onShow }: RecordDialogProps) {
  const recorder = useRef<HTMLInputElement>(null);
  const recording = selectRecording(snapshot);
  if (!recording) return null;
  const refusal = selectRefusal(snapshot);
  const cancel = () => actor.send({ type: 'record.cancelled' });
  const blocking = refusal?.withId;
  const takeover = selectTakeover(snapshot);
  const { isMac } = snapshot.context;
  const formatAll = (keys: readonly string[]) => keys.map((one) => formatKeys(one, isMac)).join(', ');
  const isOfCommand = snapshot.context.commands.some(({ id, isFixed }) => id === blocking && !isFixed);
  return (
    <Dialog
      open
      icon="keyboard"
      title={`${recording.mode === 'add' ? 'More keys' : 'Keys'} for '${titleOf(recording.commandId)}'`}
      message="Press up to three keys one after the other, then Enter. Backspace takes the last one away."
      initialFocus={recorder}
      onClose={cancel}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={cancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            keys="Enter"
            disabledReason={recording.keys.length === 0 ? 'Press the keys first' : refusal?.message}
            onClick={() => actor.send({ type: 'key.pressed', ...ENTER })}
          >
            Use these keys
          </Button>
        </>
      }
    >
      <div className={css.recorder}>
        <KeyRecorder
          ref={recorder}
          label="New keys"
          binding={recording.keys.join(' ')}
          placeholder="Press keys"
          error={refusal?.message}
          onPress={(press) => actor.send({ type: 'key.pressed', ...press })}
        />
        <div role="status">
          {selectIsRefused(snapshot) && 'Not changed. Press other keys, or Esc to keep the old ones.'}
        </div>
        {takeover && (
          <p className={css.quiet}>
            {takeover.left.length > 0
              ? `'${takeover.from.title}' keeps ${formatAll(takeover.left)}.`
              : `Taking it leaves '${takeover.from.title}' without a key.`}
          </p>
        )}
        {blocking !== undefined && isOfCommand && (
          <span className={wrap}>
            {takeover && (
              <Button size="small" onClick={() => actor.send({ type: 'keys.taken' })}>
                Take it from '{takeover.from.title}'
              </Button>
            )}
            <Button
              size="small"
              onClick={() => {
                cancel();
                onShow(blocking);
              }}
            >
              Show '{refusal?.withTitle}'
            </Button>
          </span>
        )}
      </div>
    </Dialog>
  );
}
