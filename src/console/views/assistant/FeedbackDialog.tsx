import { useState } from 'react';
import { CHAT_TEXTS } from '../../../../machines/chat-conversation/index.ts';
import { CHAT_FEEDBACK_MAX_LENGTH, FEEDBACK_REASONS } from '../../../contract/assistant.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { Dialog } from '../../components/widgets/dialogs/dialog.tsx';
import { Checkbox } from '../../components/widgets/forms/checkbox.tsx';
import { TextArea } from '../../components/widgets/forms/text-field.tsx';
import * as css from './assistant.css.ts';

type FeedbackDialogProps = {
  onSubmit: (reasons: readonly string[], text: string) => void;
  onClose: () => void;
};

/** Feedback on a reply; goes into the service's log. */
export function FeedbackDialog({ onSubmit, onClose }: FeedbackDialogProps) {
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const isNothing = reasons.length === 0 && text.trim() === '';
  const submit = () => {
    if (!isNothing) onSubmit(reasons, text);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={CHAT_TEXTS.feedbackTitle}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            keys="mod+Enter"
            onClick={submit}
            {...(isNothing ? { disabledReason: 'Choose a reason or write a text' } : {})}
          >
            Submit
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <fieldset className={css.reasons}>
          <legend className={css.legend}>What was wrong?</legend>
          {FEEDBACK_REASONS.map((reason) => (
            <Checkbox
              key={reason}
              label={reason}
              showLabel
              checked={reasons.includes(reason)}
              onChange={(isOn) =>
                setReasons(isOn ? [...reasons, reason] : reasons.filter((one) => one !== reason))
              }
            />
          ))}
        </fieldset>
        <TextArea label="More" value={text} onChange={setText} maxLength={CHAT_FEEDBACK_MAX_LENGTH} />
      </div>
    </Dialog>
  );
}
