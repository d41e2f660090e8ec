import { useId, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { TextField } from '../forms/text-field.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './time-range.css.ts';
import type { WordsReading } from './types.ts';

type WordsFieldProps = {
  /** Undefined while empty. */
  read: (words: string) => WordsReading | undefined;
  /** Enter on a valid range. */
  onTake: (words: string) => void;
};

export function WordsField({ read, onTake }: WordsFieldProps) {
  const [words, setWords] = useState('');
  const id = useId();
  const reading = read(words);
  return (
    <form
      className={css.words}
      onSubmit={(event) => {
        event.preventDefault();
        if (reading && !reading.isRefused) onTake(words);
      }}
    >
      <TextField
        id={id}
        label="Time in words"
        value={words}
        onChange={setWords}
        placeholder="last 4h, yesterday 14:00-16:00"
      />
      <span role="status" className={reading?.isRefused ? css.refused : css.reading}>
        {reading?.isRefused && <StatusShape shape="triangle" tone="warn" size={12} />}
        {reading && <span>{reading.isRefused ? reading.title : `Reads as ${reading.title}`}</span>}
        {reading?.detail && (
          <span className={css.note}>
            <span className={visuallyHidden}>, </span>
            {reading.detail}
          </span>
        )}
      </span>
    </form>
  );
}
