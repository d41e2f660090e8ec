import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { FieldError } from '../forms/field.tsx';
import { TextArea } from '../forms/text-field.tsx';
import { Dialog } from './dialog.tsx';
import * as css from './import-text-dialog.css.ts';
import { readTextFile } from './read-text-file.ts';

type ImportTextDialogProps = {
  title: string;
  message: string;
  label: string;
  /** File extensions and types: `.json,application/json`. */
  accept: string;
  /** Returns errors, one sentence each, or none when all was accepted. */
  onImport: (text: string, fileName?: string) => readonly string[];
  onClose: () => void;
  /** Default: `Import`. */
  actionLabel?: string;
  initialText?: string;
  /** Errors found after import; the dialog stays open until its owner closes it. */
  found?: readonly string[];
  /** Cut at a line end; default: all. */
  maxBytes?: number;
  isBusy?: boolean;
};

const SHOWN_PROBLEMS = 8;

export function ImportTextDialog({
  title,
  message,
  label,
  accept,
  onImport,
  onClose,
  actionLabel = 'Import',
  initialText = '',
  found,
  isBusy = false,
  maxBytes,
}: ImportTextDialogProps) {
  const [text, setText] = useState(initialText);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [fileName, setFileName] = useState<string>();
  const [note, setNote] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const change = (next: string, from?: string) => {
    setText(next);
    setFileName(from);
    setNote(undefined);
    setProblems([]);
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const taken = await readTextFile(chosen, maxBytes);
      change(taken.text, chosen.name);
      setNote(taken.note);
    } catch (error) {
      change('');
      setProblems([error instanceof Error ? error.message : `${chosen.name} could not be read.`]);
    }
  };
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    void read(dropped);
  };
  const take = () => {
    const faults = onImport(text, fileName);
    setProblems(faults);
    if (faults.length === 0 && found === undefined) onClose();
  };
  const told = problems.length > 0 ? problems : (found ?? []);
  const refusal = text.trim() === '' ? 'Paste the text, or choose a file' : undefined;
  return (
    <Dialog
      open
      wide
      title={title}
      icon="upload"
      message={message}
      onClose={onClose}
      onSubmit={() => {
        if (refusal === undefined && !isBusy) take();
      }}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabledReason={isBusy ? 'The text is being checked' : refusal}
            keys="mod+Enter"
            onClick={take}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has its twin in the button below */}
      <div className={css.body} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <TextArea label={label} value={text} onChange={(next) => change(next)} mono rows={8} />
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
        <span role="status" className={css.problems}>
          {note}
        </span>
        <div role="alert" className={css.problems}>
          {told.slice(0, SHOWN_PROBLEMS).map((problem) => (
            <FieldError key={problem} id={`problem-${problem}`} text={problem} />
          ))}
          {told.length > SHOWN_PROBLEMS && <span>and {told.length - SHOWN_PROBLEMS} more</span>}
        </div>
      </div>
    </Dialog>
  );
}
