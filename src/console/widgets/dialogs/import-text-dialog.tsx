import { useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { FieldError } from '../forms/field.tsx';
import { TextArea } from '../forms/text-field.tsx';
import { Dialog } from './dialog.tsx';
import * as css from './import-text-dialog.css.ts';

type ImportTextDialogProps = {
  title: string;
  message: string;
  label: string;
  /** Endings and types of files that fit, as `.json,application/json`. */
  accept: string;
  /** Takes the text: faults, one sentence each, or nothing when all of it was taken. */
  onImport: (text: string) => readonly string[];
  onClose: () => void;
};

const SHOWN_PROBLEMS = 8;

/** Takes a text that was pasted or read from a file; while it has faults nothing is taken and all are told. */
export function ImportTextDialog({
  title,
  message,
  label,
  accept,
  onImport,
  onClose,
}: ImportTextDialogProps) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const change = (next: string) => {
    setText(next);
    setProblems([]);
  };
  const read = async (chosen: File | undefined) => {
    if (chosen) change(await chosen.text());
  };
  const take = () => {
    const found = onImport(text);
    setProblems(found);
    if (found.length === 0) onClose();
  };
  return (
    <Dialog
      open
      wide
      title={title}
      icon="upload"
      message={message}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabledReason={text.trim() === '' ? 'Paste the text, or choose a file' : undefined}
            onClick={take}
          >
            Import
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <TextArea label={label} value={text} onChange={change} mono rows={8} />
        <input
          ref={file}
          type="file"
          hidden
          accept={accept}
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <span>
          <Button size="small" icon="fileInput" onClick={() => file.current?.click()}>
            Choose a file
          </Button>
        </span>
        <div role="alert" className={css.problems}>
          {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
            <FieldError key={problem} id={`problem-${problem}`} text={problem} />
          ))}
          {problems.length > SHOWN_PROBLEMS && <span>and {problems.length - SHOWN_PROBLEMS} more</span>}
        </div>
      </div>
    </Dialog>
  );
}
