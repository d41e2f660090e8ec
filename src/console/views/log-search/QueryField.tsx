import type { KeyboardEvent, RefObject } from 'react';
import type { LogFacet } from '../../../contract/entities/log-search.ts';
import type { QueryError } from '../../../contract/log-query/index.ts';
import { CompletionList } from '../../components/log-query/CompletionList.tsx';
import { findCompletions } from '../../components/log-query/query-completion.ts';
import { useQueryCompletion } from '../../components/log-query/use-query-completion.ts';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import * as css from './log-search.css.ts';

type QueryFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (text: string) => void;
  /** Enter without a completion. */
  onSubmit: () => void;
  /** Escape without completions. */
  onLeave: () => void;
  facets: readonly LogFacet[];
  error: QueryError | undefined;
};

/** The query line with completions below, or the error under the wrong character. */
export function QueryField({ field, value, onChange, onSubmit, onLeave, facets, error }: QueryFieldProps) {
  const completion = useQueryCompletion(field, {
    value,
    onChange,
    find: (text, caret) => findCompletions(text, caret, facets),
  });
  const isOpen = completion.options.length > 0;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (completion.handleKey(event) || event.nativeEvent.isComposing) return;
    if (key === 'Escape') {
      event.preventDefault();
      onLeave();
    } else if (key === 'Enter') {
      completion.close();
      onSubmit();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the caret of the field inside is followed
    <div className={css.query} onSelect={completion.follow} onBlur={completion.close}>
      <TextField
        ref={field}
        label="Query"
        hideLabel
        mono
        icon="search"
        keys="/"
        placeholder='Words, "phrases", field:value, field>10, NOT, OR, /regex/'
        value={value}
        onChange={completion.type}
        onKeyDown={handleKey}
      />
      <CompletionList field={field} completion={completion} />
      {error && !isOpen && (
        <div className={css.queryError}>
          <div aria-hidden="true" className={css.errorLine}>
            <span className={css.errorBefore}>{value.slice(0, error.at)}</span>
            <span className={css.errorMark}>{value.slice(error.at, error.at + error.length) || ' '}</span>
          </div>
          <p role="alert" className={css.errorText}>
            Character {error.at + 1}: {error.message}
          </p>
        </div>
      )}
    </div>
  );
}
